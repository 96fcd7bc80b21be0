import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admitRun } from '../domain/admission/admit-run.ts';
import { settleRefused } from '../domain/admission/settle-refused.ts';
import { chatFields } from '../domain/chat/chat-fields.ts';
import { type ChatRequest, ChatRun, type ChatWorld } from '../domain/chat/chat-run.ts';
import { completeChat } from '../domain/chat/complete-chat.ts';
import { isObject } from '../domain/chat/completion-output.ts';
import { modelIdsOf, parseObject, validateBody } from '../domain/chat/parse-body.ts';
import type { Ticket } from '../domain/idempotency/ticket.ts';
import { ClientGone } from '../domain/routing/try-endpoints.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { KeptAnswer } from '../records/idempotency-record.ts';
import type { JsonObject } from '../records/json-object.ts';
import type { Caller, RunRequest } from '../tenants/admission-request.ts';
import { claimKey, sendAgain } from './claim-key.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { goneSignal } from './gone-signal.ts';
import { identifyCaller } from './identify-caller.ts';
import { meetFaults } from './meet-faults.ts';
import { sendErrorStream, sendStream } from './send-stream.ts';

const required = ['model', 'messages'];

/** `POST /v1/chat/completions`. */
export function chatRoute(app: FastifyInstance, options: GatewayOptions): void {
  const { routes, streaming, idempotency } = options.behaviour;
  app.post(routes.paths.chat, async (request, reply) => {
    let ticket: Ticket | undefined;
    try {
      const admitted = admitChat(options, request, reply);
      meetFaults(request, { ...admitted, route: 'chat' });
      const claimed = claimKey(options, request, { ...admitted, route: 'chat' });
      const claim = claimed instanceof Promise ? await claimed : claimed;
      if (claim.kind === 'replay') return sendAgain(options, reply, claim.answer);
      if (claim.kind === 'wait') return await sendAwaited(options, reply, claim.answer);
      ticket = claim.ticket;
      // While the key was being claimed, other requests may have spent what was left.
      if (claimed instanceof Promise) {
        admitRun(options.behaviour.admission, admitted.caller, runRequest(options, admitted.body));
      }
      // With a key, an answer that nobody waits for any more is kept for the one who asks again.
      const isKept = claimed instanceof Promise && !streaming.isWanted(admitted.body);
      if (idempotency.leavingFreesKey) admitted.signal.addEventListener('abort', () => claim.ticket.fail());
      const run = startRun(options, isKept ? { ...admitted, signal: new AbortController().signal } : admitted);
      return streaming.isWanted(admitted.body)
        ? await sendStream(run, request, reply, ticket)
        : await sendCompletion(options, run, request, reply, ticket);
    } catch (thrown) {
      if (ticket === undefined) return sendErrorStream(options, request, reply, thrown);
      if (thrown instanceof ClientGone) ticket.leave();
      else ticket.fail();
      throw thrown;
    }
  });
}

function admitChat(options: GatewayOptions, request: FastifyRequest, reply: FastifyReply): ChatRequest {
  const { behaviour, names } = options;
  const rawBody = request.body as Uint8Array;
  let caller: Caller | undefined;
  try {
    caller = identifyCaller(options, request, 'chat');
    const body = parseObject(behaviour.bodies, rawBody, request.headers['content-type']);
    const serviceField = names.requestField;
    validateBody(behaviour.bodies, body, { required, known: [...chatFields, serviceField], serviceField });
    const models = admitRun(behaviour.admission, caller, runRequest(options, body));
    return { caller, body, models, signal: goneSignal(reply) };
  } catch (thrown) {
    settleRefused(behaviour, options, { thrown, caller, rawBody, path: '/chat/completions' });
    throw thrown;
  }
}

async function sendAwaited(
  options: GatewayOptions,
  reply: FastifyReply,
  answer: Promise<KeptAnswer | undefined>,
): Promise<FastifyReply> {
  const kept = await answer;
  if (kept !== undefined) return sendAgain(options, reply, kept);
  throw new GatewayError(options.behaviour.idempotency.refusal, 'The first request with this key came to nothing.', {
    scope: 'request',
  });
}

function startRun(
  { behaviour, transportFor, upstreamTimeoutMs, names, keeper }: GatewayOptions,
  request: ChatRequest,
): ChatRun {
  const keepEnded: ChatWorld['keepEnded'] = ({ account, key }, generation) =>
    keeper.keepUnwatched(account, { generations: [generation], keys: [key] });
  const world = { behaviour, transportFor, upstreamTimeoutMs, serviceField: names.requestField, keepEnded };
  return new ChatRun(world, request);
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
  await ticket.finish({ form: 'json', text });
  return reply.header('content-type', completions.contentType).send(text);
}
