import { errorTable } from '@gateproof/spec';
import type { Candidate, RoutingBehaviour } from '../../behaviour/routing.ts';
import { EndpointError, type EndpointFailure } from '../../errors/endpoint-failure.ts';
import { type Attempt, GatewayError } from '../../errors/gateway-error.ts';

/** Thrown through the domain when the client has gone: nobody is left to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Keeps account of the endpoints that were tried for one request, and says what comes next. */
export class Tries {
  readonly attempts: Attempt[] = [];
  readonly #codes: string[] = [];
  readonly #behaviour: RoutingBehaviour;
  readonly #generationId: string;
  #statedWaitMs: number | undefined;
  #lastFailure: EndpointFailure | undefined;

  constructor(behaviour: RoutingBehaviour, generationId: string) {
    this.#behaviour = behaviour;
    this.#generationId = generationId;
  }

  /** Notes a failure; true when another endpoint may be tried. Rethrows what is no endpoint's failure. */
  failed(candidate: Candidate, thrown: unknown, committed: boolean): boolean {
    if (!(thrown instanceof EndpointError)) throw thrown;
    const failure: EndpointFailure = thrown.failure;
    this.#lastFailure = failure;
    const code = this.#behaviour.classify(failure);
    if (failure.how === 'status') this.#statedWaitMs = failure.retryAfterMs;
    this.#codes.push(code);
    this.attempts.push(attemptOf(candidate, code, failure));
    return this.#behaviour.mayFailOver({ candidate, code, committed, failure });
  }

  get lastFailure(): EndpointFailure | undefined {
    return this.#lastFailure;
  }

  /** What the client gets once nothing is left to try. */
  error(): GatewayError {
    const code = this.#behaviour.finalCode(this.#codes);
    const retryAfterMs = this.#behaviour.retryAfterMs(code, this.#statedWaitMs);
    return new GatewayError(code, messages[code] ?? 'No endpoint could complete the request.', {
      scope: 'route',
      attempts: this.attempts,
      generationId: this.#generationId,
      ...(this.#lastFailure === undefined ? {} : { lastFailure: this.#lastFailure }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }
}

/** The failure as the error reports it. */
function attemptOf({ endpoint, model }: Candidate, code: string, failure: EndpointFailure): Attempt {
  return {
    endpoint: new URL(endpoint.url).pathname,
    model: model.id,
    status: failure.how === 'status' ? failure.status : null,
    kind: errorTable.get(code)?.kind ?? 'unknown',
  };
}

const messages: Readonly<Record<string, string>> = {
  upstream_timeout: 'The endpoint did not answer in time.',
  request_timeout: 'The request did not finish within its allowed time.',
  provider_empty_response: 'The endpoint answered with no output.',
  provider_payment_required: 'The endpoint could not take the request.',
  provider_unauthorized: 'The endpoint refused the gateway.',
  rate_limited: 'Too many requests right now.',
  context_length_exceeded: "messages: longer than the model's context window.",
  moderation_refused: 'The request was refused for its content.',
};
