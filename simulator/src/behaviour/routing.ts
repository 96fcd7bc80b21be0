import type { JsonObject } from '@gateproof/spec';
import type { EndpointFailure } from '../errors/endpoint-failure.ts';
import type { Endpoint, Model } from '../records/model.ts';
import type { Account } from '../tenants/account.ts';

/** One way to serve a request. */
export interface Candidate {
  readonly model: Model;
  readonly endpoint: Endpoint;
}

/** Which endpoints are tried, when the next one is, and what is said when none served (What the service does, 4; Streaming rules). */
export interface RoutingBehaviour {
  /** In the order in which they are tried. */
  candidates(models: readonly Model[], account: Account, body: JsonObject): readonly Candidate[];
  /** What the endpoint is sent. `serviceField` is the service's own object, which is none of its business. */
  upstreamBody(body: JsonObject, model: Model, serviceField: string): JsonObject;
  /** The code for one endpoint's failure. */
  classify(failure: EndpointFailure): string;
  /** How long an endpoint may be silent, given the limit that the gateway was set up with, in ms on the account's clock. */
  silenceLimitMs(limitMs: number): number;
  /** How long a chat request may last in all, given the limit that the gateway was set up with, in ms on the account's clock. */
  requestLimitMs(limitMs: number): number;
  /** Whether another endpoint is tried after this failure. `committed`: content has reached the client. */
  mayFailOver(state: {
    readonly candidate: Candidate;
    readonly code: string;
    readonly committed: boolean;
    readonly failure: EndpointFailure;
  }): boolean;
  /** The code that is reported when all tried endpoints failed, given theirs in order. */
  finalCode(codes: readonly string[]): string;
  /** Whether an answer without any output counts as a failure. */
  isEmpty(output: {
    readonly content: string;
    readonly hasToolCalls: boolean;
    readonly hasOther: boolean;
    readonly finishReason: unknown;
  }): boolean;
  /** The wait that is stated to the client for a retryable code. */
  retryAfterMs(code: string, stated: number | undefined): number | undefined;
}

/** Refusals that lie in the request itself: another endpoint would say the same. */
const terminal: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'moderation_refused',
  'unsupported_capability',
]);

/** Endpoints report a refusal by a code in the common format. */
const refusals: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/context_length|maximum context/i, 'context_length_exceeded'],
  [/content_policy|content_filter|moderation/i, 'moderation_refused'],
];

function classifyStatus(status: number, body: string): string {
  if (status === 401 || status === 403) return refusalIn(body) ?? 'provider_unauthorized';
  if (status === 402) return 'provider_payment_required';
  if (status === 429) return 'rate_limited';
  if (status === 408 || status === 504) return 'upstream_timeout';
  return status < 500 ? (refusalIn(body) ?? 'provider_unavailable') : 'provider_unavailable';
}

function refusalIn(body: string): string | undefined {
  return refusals.find(([pattern]) => pattern.test(body))?.[1];
}

export const referenceRouting: RoutingBehaviour = {
  candidates(models) {
    const candidates: Candidate[] = [];
    for (const model of models) for (const endpoint of model.endpoints) candidates.push({ model, endpoint });
    return candidates;
  },
  upstreamBody(body, model, serviceField) {
    const { models, provider, [serviceField]: service } = body;
    if (models === undefined && provider === undefined && service === undefined && body.model === model.id) return body;
    const { models: _models, provider: _provider, [serviceField]: _service, ...rest } = body;
    return { ...rest, model: model.id };
  },
  classify(failure) {
    switch (failure.how) {
      case 'timeout':
        return 'upstream_timeout';
      case 'overdue':
        return 'request_timeout';
      case 'empty':
        return 'provider_empty_response';
      case 'status':
        return classifyStatus(failure.status, failure.body);
      case 'error-object':
        return refusalIn(JSON.stringify(failure.error) ?? '') ?? 'provider_unavailable';
      default:
        return 'provider_unavailable';
    }
  },
  silenceLimitMs: (limitMs) => limitMs,
  requestLimitMs: (limitMs) => limitMs,
  mayFailOver: ({ code, committed, failure }) => !committed && !terminal.has(code) && failure.how !== 'overdue',
  finalCode: (codes) => codes.at(-1) ?? 'provider_unavailable',
  isEmpty: ({ content, hasToolCalls, hasOther, finishReason }) =>
    content === '' && !hasToolCalls && !hasOther && finishReason !== 'length' && finishReason !== 'content_filter',
  retryAfterMs: (code, stated) => (code === 'rate_limited' ? (stated ?? 1_000) : undefined),
};
