import { patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { answeringBody, isObject, isStream, type JsonObject } from '../../changes/exchange-changes.ts';
import { without } from '../../changes/reshape.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

type Told = (error: JsonObject, request: SeenRequest) => boolean;

const isJobRoute: Told = (_error, { route }) => route === 'job-get' || route === 'job-cancel';

/** Changes the `error` object of some HTTP errors. */
function told(when: Told, change: (error: JsonObject) => JsonObject): ReturnType<typeof answeringBody> {
  return answeringBody((body, request) =>
    isObject(body.error) && when(body.error, request) ? { ...body, error: change(body.error) } : body,
  );
}

/** Waits, request ids and attempts that are told wrong in one corner only. */
export const errorDetailCorners: readonly Deviation[] = [
  ...(
    [
      ['streams', 'of streams', (request: SeenRequest) => isStream(request)],
      ['lists', 'of requests with a list', ({ body }: SeenRequest) => isObject(body) && Array.isArray(body.models)],
    ] as const
  ).map(([how, whose, applies]) =>
    breaking(
      `error.message.excluding-filter:${how}`,
      `does not name the filters ${whose}`,
      told(
        ({ code }, request) =>
          code === 'no_endpoint_available' && isObject(request.body) && !!request.body.provider && applies(request),
        (error) => ({ ...error, message: 'No endpoint is available.' }),
      ),
    ),
  ),
  breaking(
    'error.envelope.retry-after-type:fraction',
    'tells a wait with a fraction',
    told(
      ({ retry_after_ms: wait }) => typeof wait === 'number',
      (error) => ({ ...error, retry_after_ms: Number(error.retry_after_ms) - 0.5 }),
    ),
  ),
  breaking(
    'error.header.retry-after-equal:seconds',
    'tells retry_after_ms in seconds',
    told(
      ({ retry_after_ms: wait }) => typeof wait === 'number',
      (error) => ({ ...error, retry_after_ms: Math.ceil(Number(error.retry_after_ms) / 1000) }),
    ),
  ),
  breaking(
    'error.header.retry-after-equal:capped',
    'never tells more than ten seconds in Retry-After',
    patch('errors', ({ retryAfterHeader }) => ({
      retryAfterHeader: (error) => {
        const told10 = retryAfterHeader(error);
        return told10 === undefined ? undefined : String(Math.min(10, Number(told10)));
      },
    })),
  ),
  breaking(
    'error.header.retry-after-present:endpoint',
    'sends no Retry-After when an endpoint asked for the wait',
    patch('errors', ({ retryAfterHeader }) => ({
      retryAfterHeader: (error) => (error.details.attempts === undefined ? retryAfterHeader(error) : undefined),
    })),
  ),
  breaking(
    'error.header.retry-after-present:rates-only',
    'sends Retry-After for rates only',
    patch('errors', ({ retryAfterHeader }) => ({
      retryAfterHeader: (error) => (error.code === 'rate_limited' ? retryAfterHeader(error) : undefined),
    })),
  ),
  breaking(
    'error.header.request-id-equal:jobs',
    'tells another request id than the header on the routes of jobs',
    told(isJobRoute, (error) => ({ ...error, request_id: `${String(error.request_id)}x` })),
  ),
  breaking(
    'error.envelope.attempts-type:keyed',
    'tells attempts by endpoint',
    told(
      ({ attempts }) => Array.isArray(attempts),
      (error) => ({ ...error, attempts: { ...(error.attempts as object) } }),
    ),
  ),
  breaking(
    'error.envelope.attempts-status:no-answer',
    'leaves out the status where there was no answer',
    told(
      ({ attempts }) => Array.isArray(attempts),
      (error) => ({
        ...error,
        attempts: (error.attempts as JsonObject[]).map((one) => (one.status === null ? without(one, 'status') : one)),
      }),
    ),
  ),
  breaking(
    'error.envelope.attempts-kind:last',
    'leaves out the kind of the last attempt of several',
    told(
      ({ attempts }) => Array.isArray(attempts) && attempts.length > 1,
      (error) => ({
        ...error,
        attempts: (error.attempts as JsonObject[]).map((one, place, all) =>
          place === all.length - 1 ? without(one, 'kind') : one,
        ),
      }),
    ),
  ),
  breaking(
    'error.attempts.count:three',
    'names three attempts at most',
    told(
      ({ attempts }) => Array.isArray(attempts),
      (error) => ({ ...error, attempts: (error.attempts as JsonObject[]).slice(0, 3) }),
    ),
  ),
  breaking(
    'error.attempts.count:requested-model',
    'names the attempts of the requested model only',
    told(
      ({ attempts }) => Array.isArray(attempts),
      (error) => {
        const all = error.attempts as JsonObject[];
        return { ...error, attempts: all.filter(({ model }) => model === all[0]?.model) };
      },
    ),
  ),
  breaking(
    'error.attempts.count:streams',
    'names the last attempt before a stream',
    told(
      ({ attempts }, request) => Array.isArray(attempts) && isStream(request),
      (error) => ({ ...error, attempts: (error.attempts as JsonObject[]).slice(-1) }),
    ),
  ),
  breaking(
    'error.attempts.count:doubled',
    'names each attempt twice',
    told(
      ({ attempts }) => Array.isArray(attempts),
      (error) => ({ ...error, attempts: (error.attempts as JsonObject[]).flatMap((one) => [one, one]) }),
    ),
  ),
  breaking('error.attempts.count:earlier', 'names the attempts of earlier requests too', (behaviour) => {
    const all: JsonObject[] = [];
    return told(
      ({ attempts }) => Array.isArray(attempts),
      (error) => {
        all.push(...(error.attempts as JsonObject[]));
        return { ...error, attempts: [...all] };
      },
    )(behaviour);
  }),
  breaking(
    'error.envelope.attempts-kind:null',
    'tells null for the kind of attempts',
    told(
      ({ attempts }) => Array.isArray(attempts),
      (error) => ({ ...error, attempts: (error.attempts as JsonObject[]).map((one) => ({ ...one, kind: null })) }),
    ),
  ),
  breaking(
    'error.envelope.attempts-status:object',
    'tells an object for the status of attempts',
    told(
      ({ attempts }) => Array.isArray(attempts),
      (error) => ({
        ...error,
        attempts: (error.attempts as JsonObject[]).map((one) => ({ ...one, status: { code: one.status } })),
      }),
    ),
  ),
];
