import type { JsonObject } from '@gateproof/spec';
import type { Patience, PlainAnswer } from '@gateproof/upstreams';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Candidate } from '../../behaviour/routing.ts';
import type { CompletionIdentity } from '../../behaviour/streaming.ts';
import type { Generation } from '../../records/generation.ts';
import type { Model } from '../../records/model.ts';
import type { CallOrigin } from '../../tenants/account-transport.ts';
import type { Caller } from '../../tenants/admission-request.ts';
import type { UpstreamAnswer, UpstreamTransport } from '../../transport/upstream-transport.ts';
import { EndpointCall } from '../routing/call-endpoint.ts';
import { Tries } from '../routing/try-endpoints.ts';
import type { PlainForms } from './plain-forms.ts';
import { type KeepEnded, RunRecord } from './run-record.ts';

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
  readonly keepEnded: KeepEnded;
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
  readonly record: RunRecord;
  readonly candidates: readonly Candidate[];
  readonly #id: string;
  readonly #createdAtS: number;
  readonly #limitMs: number;
  readonly #dueAtMs: number;
  #tries: Tries | undefined;

  constructor(world: ChatWorld, request: ChatRequest) {
    const { account } = request.caller;
    const { routing } = world.behaviour;
    this.world = world;
    this.request = request;
    this.candidates = routing.candidates(request.models, account, request.body);
    this.#id = account.ids.next('chatcmpl_');
    const nowMs = account.clock.now();
    this.#createdAtS = Math.floor(nowMs / 1000);
    this.#limitMs = routing.requestLimitMs(world.requestTimeoutMs);
    this.#dueAtMs = nowMs + this.#limitMs;
    let mostUsd = 0;
    for (const { priceUsd } of request.models) mostUsd = Math.max(mostUsd, priceUsd);
    const model = request.models[0]?.id ?? '';
    this.record = new RunRecord(world.keepEnded, { caller: request.caller, model, mostUsd, atMs: nowMs });
  }

  get generation(): Generation {
    return this.record.generation;
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
    const { silenceMs } = this.patience;
    return new EndpointCall({ clock, limitMs: silenceMs, dueAtMs: this.#dueAtMs, signal: this.request.signal });
  }

  /** How long an endpoint may take. */
  get patience(): Patience {
    const { behaviour, upstreamTimeoutMs } = this.world;
    return { silenceMs: behaviour.routing.silenceLimitMs(upstreamTimeoutMs), wholeMs: this.#limitMs };
  }

  /** The candidate's answer as a value, where nobody has a say in what becomes of it and it comes within the patience. Undefined: it has to be called. */
  plainAnswer({ endpoint, model }: Candidate, form: keyof PlainForms, patience: Patience): PlainAnswer | undefined {
    if (!this.world.plainForms[form]) return undefined;
    const transport = this.world.transportFor(endpoint.url, this.request.caller);
    return transport.plainAnswer(endpoint.url, () => this.#bodyFor(model), patience);
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
    this.record.served(model);
  }

  /** Records how the run failed and gives the charge back. After its end this does nothing. */
  fail(code: string): void {
    this.record.fail(code);
  }

  get costUsd(): number {
    return this.generation.chargedUsd;
  }
}
