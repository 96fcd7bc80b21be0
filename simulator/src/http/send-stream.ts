import { noPatience } from '@gateproof/upstreams';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChatRun } from '../domain/chat/chat-run.ts';
import { streamPlainly } from '../domain/chat/plain-chat.ts';
import { relayChat } from '../domain/chat/relay-chat.ts';
import type { Ticket } from '../domain/idempotency/ticket.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { EventConnection } from './event-connection.ts';
import { EventStream } from './event-stream.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { PacedStream } from './paced-stream.ts';
import { goesStraight, sendHead } from './send-straight.ts';

/** Answers with server-sent events once the first is there; what is thrown before it becomes an ordinary HTTP error. */
export function sendStream(
  options: GatewayOptions,
  run: ChatRun,
  ticket: Ticket | undefined,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const isStraight = ticket === undefined && goesStraight(options, reply);
  const plain = streamPlainly(run, isStraight ? run.patience : noPatience);
  if (plain === undefined || ticket !== undefined) {
    return relayStream(options, run, { ticket, events: plain?.take(), reply });
  }
  if (!plain.isPaced) openTarget(options, reply).end(plain.take());
  else {
    // From now on the answer is none of Fastify's business.
    const { raw } = reply.hijack();
    const { clock } = run.request.caller.account;
    new PacedStream(plain, clock, () => openConnection(options, reply)).start(raw);
  }
  return reply;
}

interface StreamAnswer {
  readonly ticket: Ticket | undefined;
  /** All of the stream; undefined: endpoints have to be called for it. */
  readonly events: string | undefined;
  readonly reply: FastifyReply;
}

async function relayStream(
  options: GatewayOptions,
  run: ChatRun,
  { ticket, events, reply }: StreamAnswer,
): Promise<FastifyReply> {
  const kept: string[] | undefined = ticket === undefined ? undefined : [];
  let target: EventConnection | EventStream | undefined;
  const open = () => {
    target ??= openTarget(options, reply);
    return target;
  };
  try {
    const write = (ready: string) => {
      kept?.push(ready);
      return open().write(ready);
    };
    const last = events ?? (await relayChat(run, write, reply.request.id));
    if (last !== '') kept?.push(last);
    if (ticket !== undefined && kept !== undefined) await settle(run, ticket, kept);
    open().end(last);
  } catch (thrown) {
    if (target === undefined) throw thrown;
    if (run.request.isGone) ticket?.leave();
    else ticket?.fail();
    reply.raw.destroy();
  }
  return reply;
}

/** Where the behaviour sends errors before the first chunk in a stream, answers so; else throws the error again. */
export function sendErrorStream(
  { behaviour }: GatewayOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): FastifyReply {
  const { streaming, errors } = behaviour;
  if (!(thrown instanceof GatewayError) || !streaming.sendsEarlyErrorInStream(thrown.code)) throw thrown;
  if (!/"stream"\s*:\s*true/.test(Buffer.from(request.body as Uint8Array).toString())) throw thrown;
  const error = errors.body(errors.translate(thrown), request.id);
  return withStreamHead(reply, streaming.contentType).send(
    streaming.event({ error }) + streaming.closingAfterFailure(),
  );
}

/** The client's connection, or, where a fault or the behaviour changes the answer before it is sent, a stream that they read. */
function openTarget(options: GatewayOptions, reply: FastifyReply): EventConnection | EventStream {
  const { streaming } = options.behaviour;
  if (streaming.closesConnection) reply.raw.once('finish', () => reply.request.raw.socket.end());
  if (goesStraight(options, reply)) return openConnection(options, reply);
  const stream = new EventStream();
  withStreamHead(reply, streaming.contentType).send(stream);
  return stream;
}

function openConnection(options: GatewayOptions, reply: FastifyReply): EventConnection {
  const fields = ['content-type', options.behaviour.streaming.contentType, 'cache-control', 'no-cache'];
  return new EventConnection(sendHead(options, reply, { status: 200, fields }));
}

function withStreamHead(reply: FastifyReply, contentType: string): FastifyReply {
  return reply.headers({ 'content-type': contentType, 'cache-control': 'no-cache' });
}

/** Keeps the events for a replay; those of a stream that failed are not kept. */
async function settle({ generation }: ChatRun, ticket: Ticket, events: readonly string[]): Promise<void> {
  if (generation.errorCode === null) await ticket.finish({ form: 'stream', events });
  else ticket.fail();
}
