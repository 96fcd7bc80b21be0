import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { answering, isMedia, isObject, isStream, type JsonObject } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const codeIn = (body: unknown): unknown => (isObject(body) && isObject(body.error) ? body.error.code : undefined);

/** Answers a code under another status on some requests. */
function restatus(code: string, status: number, when: (request: SeenRequest) => boolean) {
  return answering((answer, request) =>
    codeIn(answer.body) === code && when(request) ? { ...answer, status } : answer,
  );
}

/** Tells a code with another kind on some requests. */
function rekind(code: string, kind: string, when: (request: SeenRequest) => boolean) {
  return answering((answer, request) => {
    const body = answer.body;
    if (!isObject(body) || !isObject(body.error) || body.error.code !== code || !when(request)) return answer;
    return { ...answer, body: { ...body, error: { ...body.error, kind } } };
  });
}

const at =
  (...routes: readonly SeenRequest['route'][]) =>
  ({ route }: SeenRequest) =>
    routes.includes(route);

/** Rows of the table of codes that are kept on most routes. */
export const codeRowCorners: readonly Deviation[] = [
  breaking(
    'error.code.invalid-request.status:media',
    'refuses invalid submissions with 422',
    restatus('invalid_request', 422, isMedia),
  ),
  breaking(
    'error.code.invalid-request.status:streams',
    'refuses invalid streams with 422',
    restatus('invalid_request', 422, isStream),
  ),
  breaking(
    'error.code.unauthorized.status:cancel',
    'refuses unknown keys with 403 where jobs are cancelled',
    restatus('unauthorized', 403, at('job-cancel')),
  ),
  breaking(
    'error.code.forbidden.status:media',
    'refuses models outside the set with 401 for submissions',
    restatus('forbidden', 401, isMedia),
  ),
  breaking(
    'error.code.job-not-found.status:cancel',
    'answers the cancel of an unknown job with 410',
    restatus('job_not_found', 410, at('job-cancel')),
  ),
  breaking(
    'error.code.job-not-found.status:retry-of',
    'answers a retry_of that it does not know with 400',
    restatus('job_not_found', 400, isMedia),
  ),
  breaking(
    'error.code.idempotency-conflict.status:media',
    'answers conflicts of submissions with 422',
    restatus('idempotency_conflict', 422, isMedia),
  ),
  breaking(
    'error.code.rate-limited.kind:media',
    'tells rate limits of submissions as terminal',
    rekind('rate_limited', 'terminal', isMedia),
  ),
  breaking(
    'error.code.rate-limited.status:streams',
    'answers rate limits before a stream with 503',
    restatus('rate_limited', 503, isStream),
  ),
  breaking(
    'error.code.provider-unavailable.kind:streams',
    'tells failed endpoints before a stream as unknown',
    rekind('provider_unavailable', 'unknown', isStream),
  ),
  breaking(
    'error.code.provider-empty-response.status:streams',
    'answers empty endpoints before a stream with 500',
    restatus('provider_empty_response', 500, isStream),
  ),
  breaking(
    'error.code.insufficient-credit.status:media',
    'refuses submissions without credit with 403',
    restatus('insufficient_credit', 403, isMedia),
  ),
  breaking(
    'error.code.budget-exceeded.status:streams',
    'refuses streams beyond the cap with 429',
    restatus('budget_exceeded', 429, isStream),
  ),
  breaking(
    'error.code.no-endpoint-available.status:media',
    'answers unknown models of submissions with 503',
    restatus('no_endpoint_available', 503, isMedia),
  ),
  breaking(
    'error.code.payload-too-large.status:media',
    'answers submissions that are too large with 400',
    restatus('payload_too_large', 400, isMedia),
  ),
  breaking(
    'error.code.snapshot-expired.kind:media',
    'tells an outdated configuration of submissions as timeout',
    rekind('snapshot_expired', 'timeout', isMedia),
  ),
  breaking(
    'error.code.internal-error.status:media',
    'answers its own failure of submissions with 502',
    restatus('internal_error', 502, isMedia),
  ),
  breaking(
    'error.code.internal-error.kind:streams',
    'tells its own failure before a stream as unavailable',
    rekind('internal_error', 'unavailable', isStream),
  ),
  breaking(
    'error.code.policy-conflict.status:media',
    'answers policy conflicts of submissions with 403',
    restatus('policy_conflict', 403, isMedia),
  ),
  breaking(
    'error.code.unsupported-capability.status:streams',
    'answers unsupported features before a stream with 501',
    restatus('unsupported_capability', 501, isStream),
  ),
  breaking(
    'error.code.context-length-exceeded.status:endpoint',
    'answers an input that an endpoint finds too long with 413',
    answering((answer) => {
      const isTold =
        codeIn(answer.body) === 'context_length_exceeded' && JSON.stringify(answer.body).includes('attempts');
      return isTold ? { ...answer, status: 413 } : answer;
    }),
  ),
  breaking(
    'error.type.rate-limited:media',
    'tells another type of rate-limited submissions',
    answering((answer, request) =>
      codeIn(answer.body) === 'rate_limited' && isMedia(request)
        ? {
            ...answer,
            body: { error: { ...((answer.body as JsonObject).error as JsonObject), type: 'invalid_request_error' } },
          }
        : answer,
    ),
  ),
  breaking(
    'error.type.rate-limited:endpoint',
    "tells another type when it is an endpoint's limit",
    answering((answer) => {
      const error = isObject(answer.body) ? answer.body.error : undefined;
      return isObject(error) && error.code === 'rate_limited' && error.attempts !== undefined
        ? { ...answer, body: { error: { ...error, type: 'upstream_error' } } }
        : answer;
    }),
  ),
];
