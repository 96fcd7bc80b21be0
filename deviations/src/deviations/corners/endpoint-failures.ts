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
      `${rule}:error-as-${code.replace('_', '-')}`,
      `tells an error that an endpoint sends under 200 as ${code}`,
      classifying(({ how }) => how === 'error-object', code),
    ),
  ),
);

/** Failures of endpoints that are told wrong in one corner. */
export const endpointFailureCorners: readonly Deviation[] = [
  breaking(
    'media.failure.unauthorized:forbidden',
    'tells the 403 of an endpoint as forbidden',
    classifying((failure) => isStatus(failure, 403), 'forbidden'),
  ),
  breaking(
    'error.upstream.server-error:streams',
    'tells a 5xx before a stream as its own failure',
    beforeStream('provider_unavailable', 500, 'internal_error'),
  ),
  breaking(
    'error.upstream.server-error:unknown-status',
    'tells a 5xx that it does not know as its own failure',
    classifying((failure) => failure.how === 'status' && failure.status > 504, 'internal_error'),
  ),
  breaking(
    'error.upstream.server-error:504',
    'tells a 504 as its own failure',
    classifying((failure) => isStatus(failure, 504), 'internal_error'),
  ),
  breaking(
    'error.upstream.server-error:html',
    'tells a 5xx with a page of HTML as its own failure',
    classifying(
      (failure) => failure.how === 'status' && failure.status >= 500 && failure.body.startsWith('<'),
      'internal_error',
    ),
  ),
  breaking(
    'error.upstream.unauthorized:streams',
    "passes an endpoint's 401 on as the client's before a stream",
    beforeStream('provider_unauthorized', 401, 'unauthorized'),
  ),
  breaking(
    'error.upstream.payment-required:streams',
    "passes an endpoint's 402 on as the client's before a stream",
    beforeStream('provider_payment_required', 402, 'insufficient_credit'),
  ),
  breaking(
    'error.upstream.rate-limited:retry-after',
    "tells an endpoint's 429 with Retry-After as its own failure",
    classifying(
      (failure) => isStatus(failure, 429) && (failure as { retryAfterMs?: number }).retryAfterMs !== undefined,
      'internal_error',
    ),
  ),
  breaking(
    'error.upstream.malformed:broken-off',
    'tells JSON that breaks off as its own failure',
    classifying((failure) => failure.how === 'malformed' && (failure.body ?? '').startsWith('{'), 'internal_error'),
  ),
  breaking(
    'error.upstream.malformed:html',
    'tells a page of HTML under 200 as its own failure',
    classifying((failure) => failure.how === 'malformed' && (failure.body ?? '').startsWith('<'), 'internal_error'),
  ),
  breaking(
    'error.upstream.malformed:streams',
    'tells malformed JSON before a stream as its own failure',
    beforeStream('provider_unavailable', 500, 'internal_error'),
  ),
  breaking(
    'error.upstream.unreachable:streams',
    'tells a refused connection before a stream as silence',
    beforeStream('provider_unavailable', 504, 'upstream_timeout'),
  ),
  breaking(
    'error.upstream.not-relayed:other-refusals',
    "relays an endpoint's 404 and 409",
    patch('errors', (present) => ({
      body(error, requestId) {
        const failure = error.details.lastFailure;
        if (failure?.how !== 'status' || !isStatus(failure, 404, 409)) return present.body.call(this, error, requestId);
        return (JSON.parse(failure.body) as { error: JsonObject }).error;
      },
    })),
  ),
  breaking(
    'error.upstream.not-relayed:streams',
    "relays an endpoint's error before a stream",
    answering((answer, request) => {
      const told = answer.status === 502 && isStream(request) && codeIn(answer.body) === 'provider_unavailable';
      return told
        ? { ...answer, body: { error: { message: 'inner', type: 'inner_error', code: 'inner_code', param: null } } }
        : answer;
    }),
  ),
  breaking(
    'error.upstream.not-relayed:conflict',
    "passes an endpoint's 409 on as a conflict of the client's",
    classifying((failure) => isStatus(failure, 409), 'idempotency_conflict'),
  ),
  breaking(
    'error.upstream.not-relayed:not-found',
    "passes an endpoint's 404 on as a model that is not there",
    classifying((failure) => isStatus(failure, 404), 'model_not_found'),
  ),
  breaking(
    'error.upstream.forbidden:unauthorized',
    "tells an endpoint's 403 as a key that is not valid",
    classifying((failure) => isStatus(failure, 403), 'unauthorized'),
  ),
  breaking(
    'error.upstream.forbidden:insufficient-credit',
    "tells an endpoint's 403 as an account without credit",
    classifying((failure) => isStatus(failure, 403), 'insufficient_credit'),
  ),
  ...errorObjects,
  breaking(
    'error.upstream.empty:no-choices',
    'serves an answer without choices',
    patch('routing', ({ isEmpty }) => ({
      isEmpty: (output) => (output.finishReason === undefined ? false : isEmpty(output)),
    })),
  ),
];
