import type { JsonObject } from '@gateproof/spec';
import type { PlainAnswer } from '@gateproof/upstreams';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Candidate } from '../../behaviour/routing.ts';
import type { CompletionIdentity } from '../../behaviour/streaming.ts';
import { monthOf } from '../../records/api-key.ts';
import type { Generation } from '../../records/generation.ts';
import type { Model } from '../../records/model.ts';
import { charge } from '../../tenants/account.ts';
import { recordGeneration } from '../../tenants/account-records.ts';
import type { CallOrigin } from '../../tenants/account-transport.ts';
import type { Caller } from '../../tenants/admission-request.ts';
import type { UpstreamAnswer, UpstreamTransport } from '../../transport/upstream-transport.ts';
import { EndpointCall } from '../routing/call-endpoint.ts';
import { Tries } from '../routing/try-endpoints.ts';
import type { PlainForms } from './plain-forms.ts';

/** What the domain needs of the world to run a conversation. */
export interface ChatWorld {
  readonly behaviour: Behaviour;
  /** Of that behaviour. */
  readonly plainForms: PlainForms;
  /** The transport for an endpoint's URL. */
  transportFor(url: string, origin: CallOrigin): UpstreamTransport;
  readonly upstreamTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** The service's own object in a body (`svc`). */
  readonly serviceField: string;
  /** Keeps what a generation that has ended came to. */
  keepEnded(caller: Caller, generation: Generation): void;
}

export interface ChatRequest {
  readonly caller: Caller;
  readonly body: JsonObject;
  /** Models that may serve, in order; at least one. */
  readonly models: readonly Model[];
  /** Fires when the client has gone. */
  readonly signal: AbortSignal;
  /** Whether that has happened. */
  readonly isGone: boolean;
}

/** One conversation on its way through the endpoints: who it is, what it costs, which endpoints are left. */
export class ChatRun {
  readonly world: ChatWorld;
  readonly request: ChatRequest;
  readonly generation: Generation;
  readonly candidates: readonly Candidate[];
  readonly #id: string;
  readonly #createdAtS: number;
  readonly #dueAtMs: number;
  readonly #month: string;
  #hasEnded = false;
  #tries: Tries | undefined;

  constructor(world: ChatWorld, request: ChatRequest) {
    const { account, key } = request.caller;
    const { routing } = world.behaviour;
    this.world = world;
    this.request = request;
    this.candidates = routing.candidates(request.models, request.caller.account, request.body);
    this.#id = account.ids.next('chatcmpl_');
    const nowMs = account.clock.now();
    this.#createdAtS = Math.floor(nowMs / 1000);
    this.#month = monthOf(nowMs);
    this.#dueAtMs = nowMs + routing.requestLimitMs(world.requestTimeoutMs);
    this.generation = {
      id: account.ids.next('gen_'),
      kind: 'chat',
      model: request.models[0]?.id ?? '',
      chargedUsd: 0,
      requestId: request.caller.requestId,
      errorCode: null,
      hasEnded: false,
    };
    recordGeneration(account, this.generation);
    // The most that it can cost is taken before it runs, so that requests at the same time can't cross a cap together.
    let mostUsd = 0;
    for (const { priceUsd } of request.models) mostUsd = Math.max(mostUsd, priceUsd);
    charge(account, key, this.generation, mostUsd, this.#month);
  }

  /** The endpoints that were tried in vain. */
  get tries(): Tries {
    this.#tries ??= new Tries(this.world.behaviour.routing, this.generation.id);
    return this.#tries;
  }

  /** What the chunks or the completion of a model share. Default: the requested model. */
  identity(model?: Model): CompletionIdentity {
    const requestedModel = String(this.request.body.model);
    const failedBefore = this.#tries?.attempts.length ?? 0;
    return {
      id: this.#id,
      createdAtS: this.#createdAtS,
      model: model?.id ?? requestedModel,
      requestedModel,
      failedBefore,
      asked: this.request.body,
      candidateCount: this.candidates.length,
    };
  }

  /** A call to one endpoint, not yet sent. */
  call(): EndpointCall {
    const { clock } = this.request.caller.account;
    const { behaviour, upstreamTimeoutMs } = this.world;
    const limitMs = behaviour.routing.silenceLimitMs(upstreamTimeoutMs);
    return new EndpointCall({ clock, limitMs, dueAtMs: this.#dueAtMs, signal: this.request.signal });
  }

  /** The candidate's answer as a value, where nobody has a say in what becomes of it. Undefined: it has to be called. */
  plainAnswer({ endpoint, model }: Candidate, form: keyof PlainForms): PlainAnswer | undefined {
    if (!this.world.plainForms[form]) return undefined;
    const transport = this.world.transportFor(endpoint.url, this.request.caller);
    return transport.plainAnswer(endpoint.url, () => this.#bodyFor(model));
  }

  /** Opens a call; the answer's head has come when it resolves. */
  open(call: EndpointCall, { endpoint, model }: Candidate): Promise<UpstreamAnswer> {
    const transport = this.world.transportFor(endpoint.url, this.request.caller);
    return this.track(call.open(transport, `${endpoint.url}/chat/completions`, this.#bodyFor(model)));
  }

  #bodyFor(model: Model): JsonObject {
    return this.world.behaviour.routing.upstreamBody(this.request.body, model, this.world.serviceField);
  }

  /** Lets an advance of the account's clock wait for the work. */
  track<T>(work: Promise<T>): Promise<T> {
    return this.request.caller.account.clock.track(work);
  }

  /** Records that the candidate served, at its price. */
  served({ model }: Candidate): void {
    this.generation.model = model.id;
    this.#end(null, model.priceUsd);
  }

  /** Records how the run failed and gives the charge back. After its end this does nothing. */
  fail(code: string): void {
    this.#end(code, 0);
  }

  get costUsd(): number {
    return this.generation.chargedUsd;
  }

  #end(errorCode: string | null, costUsd: number): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { account, key } = this.request.caller;
    this.generation.hasEnded = true;
    this.generation.errorCode = errorCode;
    charge(account, key, this.generation, costUsd - this.generation.chargedUsd, this.#month);
    this.world.keepEnded(this.request.caller, this.generation);
  }
}
