import { isObject, type JsonObject } from '@gateproof/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admitRun } from '../domain/admission/admit-run.ts';
import { chatFields } from '../domain/chat/chat-fields.ts';
import { type ChatRequest, ChatRun, type ChatWorld } from '../domain/chat/chat-run.ts';
import { completeChat } from '../domain/chat/complete-chat.ts';
import { modelIdsOf, parseObject, validateBody } from '../domain/chat/parse-body.ts';
import { completePlainly } from '../domain/chat/plain-chat.ts';
import { plainFormsOf } from '../domain/chat/plain-forms.ts';
import type { Ticket } from '../domain/idempotency/ticket.ts';
import type { Caller, RunRequest } from '../tenants/admission-request.ts';
import { type Admitted, answerRun, type RunRoute } from './answer-run.ts';
import { sendAgain } from './claim-key.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { goneSignal, hasGone } from './gone-signal.ts';
import { identifyCaller } from './identify-caller.ts';
import { sendText } from './send-straight.ts';
import { sendErrorStream, sendStream } from './send-stream.ts';

const required = ['model', 'messages'];
const none: JsonObject = {};

/** `POST /v1/chat/completions`. */
export function chatRoute(app: FastifyInstance, options: GatewayOptions): void {
  const { routes, streaming, idempotency } = options.behaviour;
  const world = chatWorld(options);
  const route: RunRoute<AdmittedChat> = {
    admit: chatAdmission(options),
    run(admitted, ticket, _request, reply) {
      const isStream = streaming.isWanted(admitted.body);
      const freesKey = ticket !== undefined && idempotency.leavingFreesKey(isStream);
      if (freesKey) admitted.signal.addEventListener('abort', () => ticket.fail());
      // With a key, an answer that nobody waits for any more is kept for the one who asks again.
      if (freesKey || (ticket !== undefined && !isStream)) admitted.ignoreLeaving();
      const run = new ChatRun(world, admitted);
      return isStream ? sendStream(options, run, ticket, reply) : sendCompletion(options, run, ticket, reply);
    },
    replay: (answer, reply) => sendAgain(options, reply, answer),
    refuse: (thrown, request, reply) => sendErrorStream(options, request, reply, thrown),
  };
  app.post(routes.paths.chat, (request, reply) => answerRun(options, route, request, reply));
}

/** An admitted conversation. Its signal is made when somebody first asks for it: an answer that comes at once needs none. */
class AdmittedChat implements Admitted, ChatRequest {
  readonly route = 'chat';
  readonly caller: Caller;
  readonly asked: RunRequest;
  readonly models: ChatRequest['models'];
  readonly #reply: FastifyReply;
  #signal: AbortSignal | undefined;
  #ignoresLeaving = false;

  constructor(caller: Caller, asked: RunRequest, models: ChatRequest['models'], reply: FastifyReply) {
    this.caller = caller;
    this.asked = asked;
    this.models = models;
    this.#reply = reply;
  }

  get body(): JsonObject {
    return this.asked.body;
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#ignoresLeaving ? new AbortController().signal : goneSignal(this.#reply);
    return this.#signal;
  }

  get isGone(): boolean {
    if (this.#signal !== undefined) return this.#signal.aborted;
    return !this.#ignoresLeaving && hasGone(this.#reply);
  }

  /** From now on the signal is one that never fires. */
  ignoreLeaving(): void {
    this.#ignoresLeaving = true;
    this.#signal = undefined;
  }
}

function chatAdmission(options: GatewayOptions): RunRoute<AdmittedChat>['admit'] {
  const { behaviour, names } = options;
  const { requestField: serviceField } = names;
  const fields = { required, known: [...chatFields, serviceField], serviceField };
  return (request, reply) => {
    const caller = identifyCaller(options, request, 'chat');
    const body = parseObject(behaviour.bodies, request.body as Uint8Array, request.headers['content-type']);
    validateBody(behaviour.bodies, body, fields);
    const { provider, [serviceField]: service } = body;
    const asked: RunRequest = {
      kind: 'chat',
      modelIds: modelIdsOf(behaviour.bodies, body),
      body,
      provider: isObject(provider) ? provider : none,
      service: isObject(service) ? service : none,
    };
    return new AdmittedChat(caller, asked, admitRun(behaviour.admission, caller, asked), reply);
  };
}

function chatWorld(options: GatewayOptions): ChatWorld {
  const { behaviour, transportFor, upstreamTimeoutMs, requestTimeoutMs, names, persistence } = options;
  return {
    behaviour,
    plainForms: plainFormsOf(behaviour),
    transportFor,
    upstreamTimeoutMs,
    requestTimeoutMs,
    serviceField: names.requestField,
    keepEnded: (account, generation, key) => persistence.keepEnded(account, generation, key),
  };
}

function sendCompletion(
  options: GatewayOptions,
  run: ChatRun,
  ticket: Ticket | undefined,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const { contentType } = options.behaviour.completions;
  const send = (text: string) => sendText(options, reply, { status: 200, contentType, text });
  const finish = (completion: string | JsonObject) => {
    const text = textOf(completion, notesOn(options, run, reply.request));
    return ticket === undefined ? send(text) : ticket.finish({ form: 'json', text }).then(() => send(text));
  };
  const completion = completePlainly(run);
  return completion === undefined ? completeChat(run).then(finish) : finish(completion);
}

/** The field of the service's own that a completion is sent with; undefined: none. */
function notesOn(
  { behaviour, names }: GatewayOptions,
  run: ChatRun,
  { headers }: FastifyRequest,
): JsonObject | undefined {
  const { completions } = behaviour;
  const asked = headers[names.metadataHeader];
  if (!completions.wantsMetadata(typeof asked === 'string' ? asked : undefined)) return undefined;
  const metadata = completions.metadata({
    generationId: run.generation.id,
    requestedModel: String(run.request.body.model),
    costUsd: run.costUsd,
  });
  return metadata && { [names.metadataField]: metadata };
}

/** The completion as text; `notes`: a field of the service's own behind the others. */
function textOf(completion: string | JsonObject, notes?: JsonObject): string {
  if (typeof completion !== 'string') return JSON.stringify({ ...completion, ...notes });
  return notes === undefined ? completion : `${completion.slice(0, -1)},${JSON.stringify(notes).slice(1)}`;
}
