import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, RunRequest } from '../domain/admission/admission-request.ts';
import { admitRun } from '../domain/admission/admit-run.ts';
import { type ChatRequest, ChatRun } from '../domain/chat/chat-run.ts';
import { completeChat } from '../domain/chat/complete-chat.ts';
import { isObject } from '../domain/chat/completion-output.ts';
import { type JsonObject, modelIdsOf, parseObject, validateBody } from '../domain/chat/parse-body.ts';
import { streamChat } from '../domain/chat/stream-chat.ts';
import { CutStream, streamText } from '../domain/chat/stream-text.ts';
import type { Claim, Ticket } from '../domain/idempotency/idempotency-book.ts';
import type { KeptAnswer } from '../domain/idempotency/idempotency-record.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { goneSignal } from './gone-signal.ts';
import { identifyCaller } from './identify-caller.ts';
import { sendErrorStream, sendStream } from './send-stream.ts';

const required = ['model', 'messages'];
const known = [
  'model',
  'models',
  'messages',
  'stream',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'tools',
  'response_format',
  'provider',
];

/** `POST /v1/chat/completions`. */
export function chatRoute(app: FastifyInstance, options: GatewayOptions): void {
  app.post('/v1/chat/completions', async (request, reply) => {
    const admitted = admitChat(options, request, reply);
    const claim = claimKey(options, request, admitted);
    if (claim.kind === 'replay') return sendAgain(options, reply, claim.answer);
    try {
      const { transportFor, upstreamTimeoutMs, behaviour, names } = options;
      const run = new ChatRun(
        { behaviour, transportFor, upstreamTimeoutMs, serviceField: names.requestField },
        admitted,
      );
      return admitted.body.stream === true
        ? await sendStream(run, request, reply, claim.ticket)
        : await sendCompletion(options, run, request, reply, claim.ticket);
    } catch (error) {
      claim.ticket.fail();
      throw error;
    }
  });
}

function admitChat(options: GatewayOptions, request: FastifyRequest, reply: FastifyReply): ChatRequest {
  const { behaviour, names } = options;
  const caller = identifyCaller(options, request);
  const body = parseObject(behaviour.bodies, request.body as Uint8Array);
  validateBody(behaviour.bodies, body, {
    required,
    known: [...known, names.requestField],
    serviceField: names.requestField,
  });
  const models = admitRun(behaviour.admission, caller, runRequest(options, body));
  return { caller, body, models, signal: goneSignal(reply) };
}

/** Takes the request's Idempotency-Key, once the request is admitted: a refused one does not own its key. */
function claimKey(options: GatewayOptions, request: FastifyRequest, { caller, body }: ChatRequest): Claim {
  const { idempotency } = options.behaviour;
  const header = request.headers['idempotency-key'];
  const key = idempotency.keyOf(Array.isArray(header) ? header[0] : header);
  const { account } = caller;
  const use = { accountId: account.id, apiKeyId: caller.key.id, route: 'chat' };
  const scope = key === undefined ? undefined : idempotency.scope({ ...use, key });
  const fingerprint = scope === undefined ? '' : idempotency.fingerprint(body, request.body as Uint8Array);
  return options.idempotency.claim(idempotency, scope, fingerprint, account.clock.now());
}

function sendAgain({ behaviour }: GatewayOptions, reply: FastifyReply, answer: KeptAnswer): FastifyReply {
  return answer.form === 'json'
    ? reply.header('content-type', behaviour.completions.contentType).send(answer.text)
    : reply
        .header('content-type', behaviour.streaming.contentType)
        .send(Readable.from(answer.events.map((event) => Buffer.from(event))));
}

function runRequest({ behaviour, names }: GatewayOptions, body: JsonObject): RunRequest {
  const service = body[names.requestField];
  return {
    kind: 'chat',
    modelIds: modelIdsOf(behaviour.bodies, body),
    body,
    provider: isObject(body.provider) ? body.provider : {},
    service: isObject(service) ? service : {},
  };
}

async function sendCompletion(
  { behaviour, names }: GatewayOptions,
  run: ChatRun,
  request: FastifyRequest,
  reply: FastifyReply,
  ticket: Ticket,
): Promise<FastifyReply> {
  const { completions } = behaviour;
  const completion = await completeChat(run);
  const asked = request.headers[names.metadataHeader];
  const metadata = completions.wantsMetadata(typeof asked === 'string' ? asked : undefined)
    ? completions.metadata({
        generationId: run.generation.id,
        requestedModel: String(run.request.body.model),
        costUsd: run.costUsd,
      })
    : undefined;
  const body = metadata === undefined ? completion : { ...completion, [names.metadataField]: metadata };
  const text = JSON.stringify(body);
  ticket.finish({ form: 'json', text });
  return reply.header('content-type', completions.contentType).send(text);
}

async function sendStream(
  run: ChatRun,
  request: FastifyRequest,
  reply: FastifyReply,
  ticket: Ticket,
): Promise<FastifyReply> {
  const steps = streamChat(run);
  // Waiting for the first step keeps an error before it an ordinary HTTP error.
  const first = await steps.next();
  const events = Readable.from(kept(run, streamText(run, first, steps, request.id), ticket), {
    objectMode: false,
    highWaterMark: 1024,
  });
  events.once('error', (error) => {
    if (error instanceof CutStream) reply.raw.destroy();
  });
  return reply
    .headers({ 'content-type': run.world.behaviour.streaming.contentType, 'cache-control': 'no-cache' })
    .send(events);
}

/** Passes the events on and keeps them for a replay; a stream that failed or was left is not kept. */
async function* kept(run: ChatRun, texts: AsyncIterable<string>, ticket: Ticket): AsyncGenerator<Buffer> {
  const events: string[] = [];
  let whole = false;
  try {
    for await (const text of texts) {
      events.push(text);
      yield Buffer.from(text);
    }
    whole = run.generation.errorCode === null;
  } finally {
    if (whole) ticket.finish({ form: 'stream', events });
    else ticket.fail();
  }
}
