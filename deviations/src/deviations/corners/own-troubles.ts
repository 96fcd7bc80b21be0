import { patch } from '@gateproof/simulator/behaviour';
import { answering, isMedia, isObject, isStream, type JsonObject, retelling } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const codeIn = (body: unknown): unknown => (isObject(body) && isObject(body.error) ? body.error.code : undefined);

/** Retells an endpoint's failure before a stream. */
const beforeStream = (from: string, status: number, code: string) =>
  retelling((answer, request) => isStream(request) && codeIn(answer.body) === from, status, code);

/** Refuses every second request that meets with the code as a conflict with the policy. */
const refusedOtherwise = (code: string) =>
  breaking(
    `error.terminal.same-again:${code.replaceAll('_', '-')}`,
    `refuses every second time with policy_conflict in place of ${code}`,
    (behaviour) => {
      let seen = 0;
      return retelling(({ body }) => codeIn(body) === code && ++seen % 2 === 0, 400, 'policy_conflict')(behaviour);
    },
  );

/** The gateway's own trouble, and what is said of it. */
export const ownTroubleCorners: readonly Deviation[] = [
  breaking(
    'error.snapshot.expired:media',
    'takes submissions under an outdated configuration',
    patch('admission', ({ isConfigurationStale }) => ({
      isConfigurationStale: (caller) =>
        caller.route !== 'image' && caller.route !== 'transcription' && isConfigurationStale(caller),
    })),
  ),
  breaking(
    'error.internal.refused:media',
    'tells its own failure of submissions as provider_unavailable',
    retelling(
      (answer, request) => isMedia(request) && codeIn(answer.body) === 'internal_error',
      502,
      'provider_unavailable',
    ),
  ),
  breaking(
    'error.snapshot.expired:streams',
    'tells an outdated configuration before a stream as its own failure',
    beforeStream('snapshot_expired', 500, 'internal_error'),
  ),
  breaking(
    'error.message.excluding-filter:media',
    'does not name the filters that excluded the endpoints of submissions',
    answering((answer, request) =>
      isMedia(request) &&
      codeIn(answer.body) === 'no_endpoint_available' &&
      JSON.stringify(answer.body).includes('provider.only')
        ? {
            ...answer,
            body: {
              error: { ...((answer.body as JsonObject).error as JsonObject), message: 'Nothing can serve this.' },
            },
          }
        : answer,
    ),
  ),
  breaking(
    'error.terminal.same-again:media',
    'refuses every second invalid submission with another code',
    (behaviour) => {
      let seen = 0;
      return retelling(
        (answer, request) => isMedia(request) && codeIn(answer.body) === 'invalid_request' && ++seen % 2 === 0,
        400,
        'unsupported_capability',
      )(behaviour);
    },
  ),
  breaking(
    'error.terminal.same-again:model-get',
    'refuses an unknown model that is read again with no_endpoint_available',
    (behaviour) => {
      const seen = new Set<string>();
      return retelling(
        (answer, { path }) => {
          if (codeIn(answer.body) !== 'model_not_found') return false;
          if (seen.has(path)) return true;
          seen.add(path);
          return false;
        },
        404,
        'no_endpoint_available',
      )(behaviour);
    },
  ),
  ...[
    'unauthorized',
    'forbidden',
    'insufficient_credit',
    'context_length_exceeded',
    'idempotency_conflict',
    'job_already_finished',
  ].map(refusedOtherwise),
  breaking(
    'error.request-id.distinct:jobs',
    'gives all unknown jobs one request id',
    answering((answer) =>
      codeIn(answer.body) === 'job_not_found'
        ? {
            ...answer,
            body: { error: { ...((answer.body as JsonObject).error as JsonObject), request_id: 'req_jobs' } },
          }
        : answer,
    ),
  ),
  breaking(
    'error.unknown-route.status:images',
    'fails on a wrong method where images are made',
    patch('errors', ({ status }) => ({
      status: (error) =>
        error.code === 'method_not_allowed' && error.message.includes('/images/') ? 500 : status(error),
    })),
  ),
  breaking(
    'error.unknown-route.status:live-job',
    'answers PUT on a job that it has with 200',
    patch('errors', ({ status }) => ({
      status: (error) =>
        error.code === 'method_not_allowed' && /^PUT .*\/v1\/jobs\/(?!job_nobody)/.test(error.message)
          ? 200
          : status(error),
    })),
  ),
  breaking(
    'error.unknown-route.status:put',
    'answers PUT where chats are completed with 200',
    patch('errors', ({ status }) => ({
      status: (error) => (error.message.startsWith('PUT is not allowed on /v1/chat/') ? 200 : status(error)),
    })),
  ),
  breaking(
    'error.unknown-route.status:cancel',
    'answers GET where a job is cancelled with 200',
    patch('errors', ({ status }) => ({
      status: (error) =>
        error.code === 'method_not_allowed' && error.message.includes('/cancel') ? 200 : status(error),
    })),
  ),
  breaking(
    'error.unknown-route.envelope:jobs',
    'answers a wrong method where jobs are read with a bare message',
    patch('errors', ({ envelope }) => ({
      envelope: (body) => (String(body.message).includes('not allowed on /v1/jobs') ? body.message : envelope(body)),
    })),
  ),
];
