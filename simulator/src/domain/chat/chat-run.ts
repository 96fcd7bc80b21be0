import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Candidate } from '../../behaviour/routing.ts';
import type { StreamIdentity } from '../../behaviour/streaming.ts';
import { charge, type Generation } from '../../tenants/account.ts';
import { monthOf } from '../../tenants/api-key.ts';
import type { Model } from '../../tenants/model.ts';
import type { UpstreamTransport } from '../../transport/upstream-transport.ts';
import type { Caller } from '../admission/admission-request.ts';
import { EndpointCall } from '../routing/call-endpoint.ts';
import { Tries } from '../routing/try-endpoints.ts';
import type { JsonObject } from './parse-body.ts';

/** What the domain needs of the world to run a conversation. */
export interface ChatWorld {
  readonly behaviour: Behaviour;
  /** The transport for an endpoint's URL. */
  transportFor(url: string): UpstreamTransport;
  readonly upstreamTimeoutMs: number;
  /** The service's own object in a body (`svc`). */
  readonly serviceField: string;
}

export interface ChatRequest {
  readonly caller: Caller;
  readonly body: JsonObject;
  readonly models: readonly Model[];
  /** Fires when the client has gone. */
  readonly signal: AbortSignal;
}

/** One conversation on its way through the endpoints: who it is, what it costs, which endpoints are left. */
export class ChatRun {
  readonly world: ChatWorld;
  readonly request: ChatRequest;
  readonly generation: Generation;
  readonly tries: Tries;
  readonly candidates: readonly Candidate[];
  readonly #id: string;
  readonly #createdAtS: number;
  readonly #priceUsd: number;
  readonly #month: string;

  constructor(world: ChatWorld, request: ChatRequest) {
    const { account, key } = request.caller;
    this.world = world;
    this.request = request;
    this.candidates = world.behaviour.routing.candidates(request.models);
    this.#id = account.ids.next('chatcmpl_');
    this.#createdAtS = Math.floor(account.clock.now() / 1000);
    this.#priceUsd = request.models[0]?.priceUsd ?? 0;
    this.#month = monthOf(account.clock.now());
    this.generation = {
      id: account.ids.next('gen_'),
      kind: 'chat',
      model: request.models[0]?.id ?? '',
      chargedUsd: 0,
      errorCode: null,
    };
    this.tries = new Tries(world.behaviour.routing, this.generation.id);
    account.generations.push(this.generation);
    // Taken before it runs, so that requests at the same time can't cross a cap together; given back when it fails.
    charge(account, key, this.generation, world.behaviour.completions.chargeUsd(this.#priceUsd), this.#month);
  }

  identity(model: Model): StreamIdentity {
    const requestedModel = String(this.request.body.model);
    return { id: this.#id, createdAtS: this.#createdAtS, model: model.id, requestedModel };
  }

  /** A call to one endpoint, not yet sent. */
  call(): EndpointCall {
    const { clock } = this.request.caller.account;
    return new EndpointCall({ clock, limitMs: this.world.upstreamTimeoutMs, signal: this.request.signal });
  }

  /** Opens a call; the answer's head has come when it resolves. */
  open(call: EndpointCall, { endpoint, model }: Candidate) {
    const body = this.world.behaviour.routing.upstreamBody(this.request.body, model, this.world.serviceField);
    return call.open(this.world.transportFor(endpoint.url), `${endpoint.url}/chat/completions`, body);
  }

  /** Records how the run failed and gives the charge back. */
  fail(code: string): void {
    const { account, key } = this.request.caller;
    const kept = this.world.behaviour.completions.chargeOnFailureUsd(this.#priceUsd);
    this.generation.errorCode = code;
    charge(account, key, this.generation, kept - this.generation.chargedUsd, this.#month);
  }

  get costUsd(): number {
    return this.generation.chargedUsd;
  }
}
