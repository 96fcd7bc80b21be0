import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChatRun } from '../domain/chat/chat-run.ts';
import { streamChat } from '../domain/chat/stream-chat.ts';
import { CutStream, streamText } from '../domain/chat/stream-text.ts';
import type { Ticket } from '../domain/idempotency/ticket.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { EventStream } from './event-stream.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Answers with server-sent events once the first is there; what is thrown before it becomes an ordinary HTTP error. */
export async function sendStream(
  run: ChatRun,
  request: FastifyRequest,
  reply: FastifyReply,
  ticket: Ticket,
): Promise<FastifyReply> {
  const steps = streamChat(run);
  const first = await steps.next();
  const events = new EventStream(kept(run, streamText(run, first, steps, request.id), ticket));
  events.once('error', (error) => {
    if (error instanceof CutStream) reply.raw.destroy();
  });
  const { streaming } = run.world.behaviour;
  if (streaming.closesConnection) reply.raw.once('finish', () => request.raw.socket.end());
  return withStreamHead(reply, streaming.contentType).send(events);
}

/** Where the behaviour tells errors before the first chunk in a stream, answers so; else throws the error again. */
export function sendErrorStream(
  { behaviour }: GatewayOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): FastifyReply {
  const { streaming, errors } = behaviour;
  if (!(thrown instanceof GatewayError) || !streaming.tellsEarlyErrorInStream(thrown.code)) throw thrown;
  if (!/"stream"\s*:\s*true/.test(Buffer.from(request.body as Uint8Array).toString())) throw thrown;
  const error = errors.body(errors.translate(thrown), request.id);
  return withStreamHead(reply, streaming.contentType).send(streaming.event({ error }) + streaming.closingAfterFailure);
}

function withStreamHead(reply: FastifyReply, contentType: string): FastifyReply {
  return reply.headers({ 'content-type': contentType, 'cache-control': 'no-cache' });
}

/** Passes the events on and keeps them for a replay; a stream that failed or was left is not kept. */
async function* kept(run: ChatRun, texts: AsyncIterable<string>, ticket: Ticket): AsyncGenerator<Buffer> {
  const events: string[] = [];
  let whole = false;
  try {
    for await (const text of texts) {
      if (text === '') continue;
      events.push(text);
      yield Buffer.from(text);
    }
    whole = run.generation.errorCode === null;
  } finally {
    const broken = whole ? undefined : run.world.behaviour.idempotency.keptOfBroken(events);
    if (whole) await ticket.finish({ form: 'stream', events });
    else if (broken !== undefined) await ticket.finish({ form: 'stream', events: broken });
    else if (run.request.signal.aborted) ticket.leave();
    else ticket.fail();
  }
}
