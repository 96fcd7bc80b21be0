import { type Behaviour, patch } from '@gateproof/simulator/behaviour';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Changes the `error` object of every envelope and failure chunk. */
function told(change: (error: JsonObject) => JsonObject): (behaviour: Behaviour) => Behaviour {
  return patch('errors', (present) => ({
    body(error, requestId) {
      return change(present.body.call(this, error, requestId));
    },
  }));
}

/** How errors may be told otherwise. */
export const errorVariations: readonly Variation[] = [
  differing(
    'error.order.model-first',
    'F042',
    'looks at the model before everything else of a run',
    patch('admission', {
      runOrder: ['model', 'key-models', 'context', 'cap', 'credit', 'filters', 'policy', 'capability'],
    }),
  ),
  differing(
    'error.order.money-first',
    'F042',
    'looks at money before everything else of a run',
    patch('admission', {
      runOrder: ['cap', 'credit', 'policy', 'capability', 'filters', 'key-models', 'model', 'context'],
    }),
  ),
  differing(
    'error.order.rate-first',
    'F042',
    'looks at the rate before the address',
    patch('admission', {
      requestOrder: ['rate', 'internal', 'snapshot', 'address'],
    }),
  ),
  differing(
    'error.retry-after.floor',
    'F047',
    'rounds Retry-After down',
    patch('errors', {
      retryAfterHeader: ({ details }) =>
        details.retryAfterMs === undefined ? undefined : String(Math.floor(details.retryAfterMs / 1000)),
    }),
  ),
  differing(
    'error.retry-after.round',
    'F047',
    'rounds Retry-After',
    patch('errors', {
      retryAfterHeader: ({ details }) =>
        details.retryAfterMs === undefined ? undefined : String(Math.round(details.retryAfterMs / 1000)),
    }),
  ),
  differing(
    'error.retry-after.none',
    'F047',
    'tells no waits',
    patch('errors', (present) => ({
      retryAfterHeader: () => undefined,
      body(error, requestId) {
        const { retry_after_ms: _wait, ...rest } = present.body.call(this, error, requestId);
        return rest;
      },
    })),
  ),
  differing(
    'error.request-id.header-only',
    'F049',
    'tells the request id in the header only',
    told(({ request_id: _id, ...rest }) => rest),
  ),
  differing('error.request-id.nowhere', 'F049', 'tells no request id', (behaviour) =>
    patch('errors', { requestIdHeader: () => undefined })(told(({ request_id: _id, ...rest }) => rest)(behaviour)),
  ),
  differing(
    'error.attempts.absent',
    'F051',
    'tells no attempts',
    told(({ attempts: _attempts, ...rest }) => rest),
  ),
  differing(
    'error.attempts.text',
    'F051',
    'tells the status of attempts as text',
    told((error) =>
      Array.isArray(error.attempts)
        ? {
            ...error,
            attempts: error.attempts.map((attempt) => ({
              ...attempt,
              status: attempt.status === null ? 'none' : String(attempt.status),
            })),
          }
        : error,
    ),
  ),
  differing(
    'error.cause.first',
    'F055',
    'tells the failure of the first endpoint',
    patch('routing', { finalCode: (codes) => codes[0] ?? 'provider_unavailable' }),
  ),
  differing(
    'error.cause.general',
    'F055',
    'tells several failures as provider_unavailable',
    patch('routing', ({ finalCode }) => ({
      finalCode: (codes) => (codes.length > 1 ? 'provider_unavailable' : finalCode(codes)),
    })),
  ),
  differing(
    'error.cause.rate-limit',
    'F055',
    'tells an endpoint’s 429 as provider_unavailable',
    patch('routing', ({ classify }) => ({
      classify: (failure) => (classify(failure) === 'rate_limited' ? 'provider_unavailable' : classify(failure)),
    })),
  ),
  differing(
    'error.cause.gateway-timeout',
    'F055',
    'tells an endpoint’s 504 as provider_unavailable',
    patch('routing', ({ classify }) => ({
      classify: (failure) =>
        failure.how === 'status' && failure.status === 504 ? 'provider_unavailable' : classify(failure),
    })),
  ),
  ...(['provider_empty_response', 'upstream_timeout'] as const).map((code) =>
    differing(
      `error.connection-lost.${code === 'upstream_timeout' ? 'timeout' : 'empty'}`,
      'F151',
      `reports a connection that an endpoint lost as ${code}`,
      patch('routing', ({ classify }) => ({
        classify: (failure) => (failure.how === 'connection-lost' ? code : classify(failure)),
      })),
    ),
  ),
  differing(
    'error.timeout.request',
    'F054',
    'tells silence of an endpoint as request_timeout',
    patch('routing', ({ classify }) => ({
      classify: (failure) => (failure.how === 'timeout' ? 'request_timeout' : classify(failure)),
    })),
  ),
  differing(
    'error.timeout.unavailable',
    'F054',
    'tells silence of an endpoint as provider_unavailable',
    patch('routing', ({ classify }) => ({
      classify: (failure) => (failure.how === 'timeout' ? 'provider_unavailable' : classify(failure)),
    })),
  ),
  differing(
    'error.fields.more',
    'F057',
    'tells further fields inside the error',
    told((error) => ({ ...error, docs: 'https://example.com/errors' })),
  ),
  differing(
    'error.type.one',
    'F021',
    'has one type for all errors but rate limits',
    patch('errors', {
      type: ({ code }) => (code === 'rate_limited' ? 'rate_limit_error' : 'gateway_error'),
    }),
  ),
  differing(
    'error.message.quoted',
    'F059',
    'names fields in quotes at the end of the message',
    patch('bodies', { messageFor: (field, wanted) => `Invalid value: ${wanted} ('${field}')` }),
  ),
  differing(
    'error.unknown-route.code',
    'F045',
    'has codes of its own for unknown paths and wrong methods',
    patch('errors', ({ translate }) => ({
      translate: (error) => (error.code === 'method_not_allowed' ? error.as('not_found') : translate(error)),
    })),
  ),
];
