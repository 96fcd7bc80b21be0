import { type EndpointFailure, patch } from '@gateproof/simulator/behaviour';
import { answering, isObject, isStream, type JsonObject, retelling } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const codeIn = (body: unknown): unknown => (isObject(body) && isObject(body.error) ? body.error.code : undefined);

/** Retells an endpoint's failure before a stream. */
const beforeStream = (from: string, status: number, code: string) =>
  retelling((answer, request) => isStream(request) && codeIn(answer.body) === from, status, code);

/** The code of a failure of an endpoint, where the reference would tell another. */
function classifying(applies: (failure: EndpointFailure) => boolean, code: string) {
  return patch('routing', ({ classify }) => ({
    classify: (failure) => (applies(failure) ? code : classify(failure)),
  }));
}

const isStatus = (failure: EndpointFailure, ...statuses: readonly number[]) =>
  failure.how === 'status' && statuses.includes(failure.status);

/** Rules that an error which an endpoint sends under 200 is for: in place of an answer, before a stream's chunks and among them. */
const errorObjectRules = [
  'error.upstream.malformed',
  'stream.early.error-event',
  'stream.failure-cause.error-event',
] as const;

/** Such errors, passed on as the client's. */
const errorObjects: readonly Deviation[] = errorObjectRules.flatMap((rule) =>
  (['unauthorized', 'invalid_request'] as const).map((code) =>
    breaking(
      rule,
      `tells an error that an endpoint sends under 200 as ${code}`,
      classifying(({ how }) => how === 'error-object', code),
      { how: `error-as-${code.replace('_', '-')}`, entails: errorObjectRules.filter((other) => other !== rule) },
    ),
  ),
);

/** Failures of endpoints that are told wrong in one corner. */
export const endpointFailureCorners: readonly Deviation[] = [
  breaking(
    'media.failure.unauthorized',
    'tells the 403 of an endpoint as forbidden',
    classifying((failure) => isStatus(failure, 403), 'forbidden'),
    { how: 'forbidden', entails: ['error.', 'stream.', 'fallback.'] },
  ),
  breaking(
    'error.upstream.server-error',
    'tells a 5xx before a stream as its own failure',
    beforeStream('provider_unavailable', 500, 'internal_error'),
    { how: 'streams', entails: ['error.', 'stream.', 'fallback.'] },
  ),
  breaking(
    'error.upstream.server-error',
    'tells a 5xx that it does not know as its own failure',
    classifying((failure) => failure.how === 'status' && failure.status > 504, 'internal_error'),
    { how: 'unknown-status' },
  ),
  breaking(
    'error.upstream.server-error',
    'tells a 504 as its own failure',
    classifying((failure) => isStatus(failure, 504), 'internal_error'),
    { how: '504' },
  ),
  breaking(
    'error.upstream.server-error',
    'tells a 5xx with a page of HTML as its own failure',
    classifying(
      (failure) => failure.how === 'status' && failure.status >= 500 && failure.body.startsWith('<'),
      'internal_error',
    ),
    { how: 'html' },
  ),
  breaking(
    'error.upstream.unauthorized',
    "passes an endpoint's 401 on as the client's before a stream",
    beforeStream('provider_unauthorized', 401, 'unauthorized'),
    { how: 'streams', entails: ['error.', 'stream.'] },
  ),
  breaking(
    'error.upstream.payment-required',
    "passes an endpoint's 402 on as the client's before a stream",
    beforeStream('provider_payment_required', 402, 'insufficient_credit'),
    { how: 'streams', entails: ['error.', 'stream.'] },
  ),
  breaking(
    'error.upstream.rate-limited',
    "tells an endpoint's 429 with Retry-After as its own failure",
    classifying(
      (failure) => isStatus(failure, 429) && (failure as { retryAfterMs?: number }).retryAfterMs !== undefined,
      'internal_error',
    ),
    { how: 'retry-after' },
  ),
  breaking(
    'error.upstream.malformed',
    'tells JSON that breaks off as its own failure',
    classifying((failure) => failure.how === 'malformed' && (failure.body ?? '').startsWith('{'), 'internal_error'),
    { how: 'broken-off' },
  ),
  breaking(
    'error.upstream.malformed',
    'tells a page of HTML under 200 as its own failure',
    classifying((failure) => failure.how === 'malformed' && (failure.body ?? '').startsWith('<'), 'internal_error'),
    { how: 'html' },
  ),
  breaking(
    'error.upstream.malformed',
    'tells malformed JSON before a stream as its own failure',
    beforeStream('provider_unavailable', 500, 'internal_error'),
    { how: 'streams', entails: ['error.', 'stream.', 'fallback.'] },
  ),
  breaking(
    'error.upstream.unreachable',
    'tells a refused connection before a stream as silence',
    beforeStream('provider_unavailable', 504, 'upstream_timeout'),
    { how: 'streams', entails: ['error.', 'stream.', 'fallback.'] },
  ),
  breaking(
    'error.upstream.not-relayed',
    "relays an endpoint's 404 and 409",
    patch('errors', (present) => ({
      body(error, requestId) {
        const failure = error.details.lastFailure;
        if (failure?.how !== 'status' || !isStatus(failure, 404, 409)) return present.body.call(this, error, requestId);
        return (JSON.parse(failure.body) as { error: JsonObject }).error;
      },
    })),
    { how: 'other-refusals', entails: ['error.'] },
  ),
  breaking(
    'error.upstream.not-relayed',
    "relays an endpoint's error before a stream",
    answering((answer, request) => {
      const told = answer.status === 502 && isStream(request) && codeIn(answer.body) === 'provider_unavailable';
      return told
        ? { ...answer, body: { error: { message: 'inner', type: 'inner_error', code: 'inner_code', param: null } } }
        : answer;
    }),
    { how: 'streams', entails: ['error.', 'stream.', 'fallback.'] },
  ),
  breaking(
    'error.upstream.not-relayed',
    "passes an endpoint's 409 on as a conflict of the client's",
    classifying((failure) => isStatus(failure, 409), 'idempotency_conflict'),
    { how: 'conflict' },
  ),
  breaking(
    'error.upstream.not-relayed',
    "passes an endpoint's 404 on as a model that is not there",
    classifying((failure) => isStatus(failure, 404), 'model_not_found'),
    { how: 'not-found' },
  ),
  breaking(
    'error.upstream.forbidden',
    "tells an endpoint's 403 as a key that is not valid",
    classifying((failure) => isStatus(failure, 403), 'unauthorized'),
    { how: 'unauthorized' },
  ),
  breaking(
    'error.upstream.forbidden',
    "tells an endpoint's 403 as an account without credit",
    classifying((failure) => isStatus(failure, 403), 'insufficient_credit'),
    { how: 'insufficient-credit' },
  ),
  ...errorObjects,
  breaking(
    'error.upstream.empty',
    'serves an answer without choices',
    patch('routing', ({ isEmpty }) => ({
      isEmpty: (output) => (output.finishReason === undefined ? false : isEmpty(output)),
    })),
    { how: 'no-choices', entails: ['stream.', 'media.'] },
  ),
];
