import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RunRequest } from '../domain/admission/admission-request.ts';
import { admitRun } from '../domain/admission/admit-run.ts';
import { ChatRun } from '../domain/chat/chat-run.ts';
import { completeChat } from '../domain/chat/complete-chat.ts';
import { isObject } from '../domain/chat/completion-output.ts';
import { type JsonObject, modelIdsOf, parseObject, validateBody } from '../domain/chat/parse-body.ts';
import { streamChat } from '../domain/chat/stream-chat.ts';
import { CutStream, streamText } from '../domain/chat/stream-text.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { identifyCaller } from './identify-caller.ts';

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
    const run = admitChat(options, request, reply);
    return run.request.body.stream === true
      ? sendStream(run, request, reply)
      : sendCompletion(options, run, request, reply);
  });
}

function admitChat(options: GatewayOptions, request: FastifyRequest, reply: FastifyReply): ChatRun {
  const { behaviour, names } = options;
  const caller = identifyCaller(options, request);
  const body = parseObject(behaviour.bodies, request.body as Uint8Array);
  validateBody(behaviour.bodies, body, {
    required,
    known: [...known, names.requestField],
    serviceField: names.requestField,
  });
  const models = admitRun(behaviour.admission, caller, runRequest(options, body));
  const { transportFor, upstreamTimeoutMs } = options;
  const world = { behaviour, transportFor, upstreamTimeoutMs, serviceField: names.requestField };
  return new ChatRun(world, { caller, body, models, signal: goneSignal(reply) });
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

/** Fires when the client's connection closes before the answer is out. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

async function sendCompletion(
  { behaviour, names }: GatewayOptions,
  run: ChatRun,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { completions } = behaviour;
  const { completion } = await completeChat(run);
  const asked = request.headers[names.metadataHeader];
  const metadata = completions.wantsMetadata(typeof asked === 'string' ? asked : undefined)
    ? completions.metadata({
        generationId: run.generation.id,
        requestedModel: String(run.request.body.model),
        costUsd: run.costUsd,
      })
    : undefined;
  const body = metadata === undefined ? completion : { ...completion, [names.metadataField]: metadata };
  return reply.header('content-type', completions.contentType).send(JSON.stringify(body));
}

async function sendStream(run: ChatRun, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const steps = streamChat(run);
  // Waiting for the first step keeps an error before it an ordinary HTTP error.
  const first = await steps.next();
  const events = Readable.from(encoded(streamText(run, first, steps, request.id)), {
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

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}
