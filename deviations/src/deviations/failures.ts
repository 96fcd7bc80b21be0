import { type EndpointFailure, type GatewayError, patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

/** Tells errors of one code under another one, or with another message. */
function retold(applies: (error: GatewayError) => boolean, code?: string, message?: string) {
  return patch('errors', ({ translate }) => ({
    translate(error) {
      const present = translate(error);
      return applies(present) ? present.as(code ?? present.code, message) : present;
    },
  }));
}

const withCode = (code: string) => (error: GatewayError) => error.code === code;

/** Classifies some failures of endpoints otherwise. */
function classified(applies: (failure: EndpointFailure) => boolean, code: string) {
  return patch('routing', ({ classify }) => ({
    classify: (failure) => (applies(failure) ? code : classify(failure)),
  }));
}

const withStatus =
  (...statuses: readonly number[]) =>
  (failure: EndpointFailure) =>
    failure.how === 'status' && statuses.includes(failure.status);
const serverError = (failure: EndpointFailure) => failure.how === 'status' && failure.status >= 500;
const how =
  (...ways: readonly EndpointFailure['how'][]) =>
  (failure: EndpointFailure) =>
    ways.includes(failure.how);

/** Failures of the gateway itself, and what it says where nothing else is said. */
const own: readonly Deviation[] = [
  breaking(
    'error.code.run-not-found.never',
    'answers run_not_found for a model that does not exist',
    retold(withCode('model_not_found'), 'run_not_found'),
  ),
  breaking(
    'error.code.client-disconnected.status',
    'tells empty answers of endpoints as client_disconnected',
    retold(withCode('provider_empty_response'), 'client_disconnected'),
  ),
  breaking(
    'error.code.client-disconnected.kind',
    'tells empty answers of endpoints as client_disconnected in jobs',
    patch('jobs', ({ errorOf }) => ({
      errorOf: (error) =>
        error.code === 'provider_empty_response' ? { ...error, code: 'client_disconnected' } : errorOf(error),
    })),
  ),
  breaking(
    'error.code.client-disconnected.recorded',
    'records a client that went away as if all had gone well',
    patch('usage', ({ recordedCode }) => ({
      recordedCode: (code) => (code === 'client_disconnected' ? null : recordedCode(code)),
    })),
  ),
  breaking(
    'error.code.client-disconnected.recorded:before-stream',
    'records a client that left before its stream began as a failure of the endpoint',
    (behaviour) => {
      const begun = new Set<string>();
      const noting = patch('streaming', ({ chunk }) => ({
        chunk(said, identity, index) {
          begun.add(identity.requestedModel);
          return chunk(said, identity, index);
        },
      }));
      const listing = patch('usage', ({ listed }) => ({
        listed: (generations) =>
          listed(generations).map((one) =>
            one.errorCode === 'client_disconnected' && !begun.has(one.model)
              ? { ...one, errorCode: 'provider_unavailable' }
              : one,
          ),
      }));
      return listing(noting(behaviour));
    },
  ),
  breaking(
    'error.message.unknown-model',
    'does not name the unknown model',
    retold(
      ({ code, details }) => code === 'no_endpoint_available' && details.scope === 'model',
      undefined,
      'Nobody can serve this.',
    ),
  ),
  breaking(
    'error.message.excluding-filter',
    'does not name the filters that excluded the endpoints',
    retold(
      ({ code, details }) => code === 'no_endpoint_available' && details.scope === 'route',
      undefined,
      'No endpoint can serve this.',
    ),
  ),
  breaking('error.terminal.same-again', 'refuses every second invalid request with another code', (behaviour) => {
    let seen = 0;
    return patch('errors', ({ translate }) => ({
      translate(error) {
        if (error.code !== 'no_endpoint_available') return translate(error);
        seen += 1;
        return translate(seen % 2 === 0 ? error.as('invalid_request') : error);
      },
    }))(behaviour);
  }),
  breaking(
    'error.unknown-route.status:success',
    'answers an unknown path with 200',
    patch('errors', (present) => ({
      status: (error) => (error.code === 'not_found' ? 200 : present.status(error)),
    })),
  ),
  breaking(
    'error.unknown-route.status:server-error',
    'answers a wrong method with 500',
    patch('errors', (present) => ({
      status: (error) => (error.code === 'method_not_allowed' ? 500 : present.status(error)),
    })),
  ),
  breaking(
    'error.unknown-route.envelope',
    'answers an unknown path with a bare message',
    patch('errors', ({ envelope }) => ({
      envelope: (told) => (told.code === 'not_found' ? { message: told.message } : envelope(told)),
    })),
  ),
  breaking(
    'error.internal.refused',
    'tells its own failure as provider_unavailable',
    retold(withCode('internal_error'), 'provider_unavailable'),
  ),
  breaking('error.internal.recovered', 'never recovers from its own failure', (behaviour) => {
    const ill = new Set<string>();
    return patch('admission', ({ failsInternally }) => ({
      failsInternally(caller) {
        if (failsInternally(caller)) ill.add(caller.account.id);
        return ill.has(caller.account.id);
      },
    }))(behaviour);
  }),
  breaking(
    'error.snapshot.expired',
    'goes on under an outdated configuration',
    patch('admission', { isConfigurationStale: () => false }),
  ),
  breaking(
    'error.snapshot.expired:internal',
    'tells an outdated configuration as its own failure',
    retold(withCode('snapshot_expired'), 'internal_error'),
  ),
  breaking('error.snapshot.recovered', 'never takes a new configuration', (behaviour) => {
    const stale = new Set<string>();
    return patch('admission', ({ isConfigurationStale }) => ({
      isConfigurationStale(caller) {
        if (isConfigurationStale(caller)) stale.add(caller.account.id);
        return stale.has(caller.account.id);
      },
    }))(behaviour);
  }),
];

/** What an endpoint's failure is told as. */
const upstream: readonly Deviation[] = [
  breaking(
    'error.upstream.unreachable',
    'tells a refused connection as its own failure',
    classified(how('unreachable'), 'internal_error'),
  ),
  breaking(
    'error.upstream.server-error',
    'tells an endpoint’s 5xx as its own failure',
    classified(serverError, 'internal_error'),
  ),
  breaking(
    'error.upstream.connection-lost',
    'tells a lost connection as its own failure',
    classified(how('connection-lost'), 'internal_error'),
  ),
  breaking(
    'error.upstream.malformed',
    'tells malformed JSON of an endpoint as its own failure',
    classified(how('malformed'), 'internal_error'),
  ),
  breaking(
    'error.upstream.empty:unavailable',
    'tells an empty answer as provider_unavailable',
    classified(how('empty'), 'provider_unavailable'),
  ),
  breaking('error.upstream.empty:served', 'serves an empty answer', patch('routing', { isEmpty: () => false })),
  breaking(
    'error.upstream.payment-required',
    'passes an endpoint’s 402 on as the client’s',
    classified(withStatus(402), 'insufficient_credit'),
  ),
  breaking(
    'error.upstream.unauthorized',
    'passes an endpoint’s 401 on as the client’s',
    classified(withStatus(401), 'unauthorized'),
  ),
  breaking(
    'error.upstream.forbidden',
    'passes an endpoint’s 403 on as the client’s',
    classified(withStatus(403), 'forbidden'),
  ),
  breaking(
    'error.upstream.rate-limited',
    'tells an endpoint’s 429 as its own failure',
    classified(withStatus(429), 'internal_error'),
  ),
  breaking(
    'error.upstream.timeout',
    'tells silence of an endpoint as its own failure',
    classified(how('timeout'), 'internal_error'),
  ),
  breaking(
    'error.upstream.not-relayed',
    'relays the error body of an endpoint',
    patch('errors', ({ envelope, body }) => {
      let relayed: string | undefined;
      return {
        body(error, requestId) {
          const failure = error.details.lastFailure;
          relayed = failure?.how === 'status' ? failure.body : undefined;
          return body.call(this, error, requestId);
        },
        envelope(told) {
          const text = relayed;
          relayed = undefined;
          return text ?? envelope(told);
        },
      };
    }),
  ),
  breaking(
    'error.attempts.count',
    'names the last attempt only',
    patch('errors', (present) => ({
      body(error, requestId) {
        const told = present.body.call(this, error, requestId);
        return Array.isArray(told.attempts) ? { ...told, attempts: told.attempts.slice(-1) } : told;
      },
    })),
  ),
];

export const failureDeviations: readonly Deviation[] = [...own, ...upstream];
