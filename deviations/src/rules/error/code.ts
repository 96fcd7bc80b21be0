import type { Generation } from '@gateproof/simulator/behaviour';
import { errorTable } from '@gateproof/spec';
import { answering, type Change, decide, each, overrule, remembering, rows, together, watch } from '../../change.ts';
import { replace, set } from '../../edits/fields.ts';
import { recode, restatus } from '../../operators/answers.ts';
import { classify, failing } from '../../operators/classify.ts';
import { inErrors, inErrorsTo, inJobs } from '../../operators/edit-messages.ts';
import { failedWith } from '../../scopes/jobs.ts';
import { at, chats, streams, submissions } from '../../scopes/requests.ts';

/** For each status of the table another one that the table gives to other codes. */
const neighbours: Readonly<Record<number, number>> = {
  ...{ 400: 422, 401: 403, 402: 403, 403: 401, 404: 400, 409: 400 },
  ...{ 413: 400, 429: 503, 500: 502, 502: 500, 503: 500, 504: 502 },
};

/** Codes that the reference does not answer: how it does, inside a freedom. */
const producing: Readonly<Record<string, Change>> = {
  request_timeout: classify(failing('timeout'), 'request_timeout'),
  retention_expired: decide('jobs', 'reports discarded jobs', { discardedRead: 'retention_expired' }),
};

function produced(code: string, broken: Change): Change {
  const producer = producing[code];
  return producer === undefined ? broken : together(producer, broken);
}

/** Codes that are sent. No request can ask for a workflow run, so the row of run_not_found can't be broken. */
const sent = Object.fromEntries(
  [...errorTable.values()].flatMap(({ code, status, kind }) =>
    status === null || kind === null || code === 'run_not_found'
      ? []
      : [[code.replaceAll('_', '-'), { code, status, kind }]],
  ),
);

const otherThan = (kind: string) => (kind === 'unavailable' ? 'unknown' : 'unavailable');
const asDisconnected = replace('error.code', 'client_disconnected');

/** The rows of the table of codes. */
export const errorCode = rows('error.code', {
  ...each('*.status', sent, ({ code, status }) => produced(code, restatus(code, neighbours[status] ?? 418))),
  ...each('*.kind', sent, ({ code, kind }) => produced(code, inErrors(set('kind', otherThan(kind)), code))),
  'invalid-request.status:media': restatus('invalid_request', 422, submissions),
  'invalid-request.status:streams': restatus('invalid_request', 422, streams),
  'unauthorized.status:cancel': restatus('unauthorized', 403, at('job-cancel')),
  'forbidden.status:media': restatus('forbidden', 401, submissions),
  'job-not-found.status:cancel': restatus('job_not_found', 410, at('job-cancel')),
  'job-not-found.status:retry-of': restatus('job_not_found', 400, submissions),
  'idempotency-conflict.status:media': restatus('idempotency_conflict', 422, submissions),
  'rate-limited.kind:media': inErrorsTo(submissions, 'rate_limited', set('kind', 'terminal')),
  'rate-limited.status:streams': restatus('rate_limited', 503, streams),
  'provider-unavailable.kind:streams': inErrorsTo(streams, 'provider_unavailable', set('kind', 'unknown')),
  'provider-empty-response.status:streams': restatus('provider_empty_response', 500, streams),
  'insufficient-credit.status:media': restatus('insufficient_credit', 403, submissions),
  'budget-exceeded.status:streams': restatus('budget_exceeded', 429, streams),
  'no-endpoint-available.status:media': restatus('no_endpoint_available', 503, submissions),
  'payload-too-large.status:media': restatus('payload_too_large', 400, submissions),
  'snapshot-expired.kind:media': inErrorsTo(submissions, 'snapshot_expired', set('kind', 'timeout')),
  'internal-error.status:media': restatus('internal_error', 502, submissions),
  'internal-error.kind:streams': inErrorsTo(streams, 'internal_error', set('kind', 'unavailable')),
  'policy-conflict.status:media': restatus('policy_conflict', 403, submissions),
  'unsupported-capability.status:streams': restatus('unsupported_capability', 501, streams),
  'context-length-exceeded.status:endpoint': answering('answers input too long for an endpoint with 413', (answer) =>
    /"context_length_exceeded".*"attempts"/.test(JSON.stringify(answer.body)) ? { ...answer, status: 413 } : answer,
  ),
  'retention-expired.jobs-only': recode('upstream_timeout', 'retention_expired', chats),
  'run-not-found.never': recode('model_not_found', 'run_not_found'),
  'client-disconnected.status': recode('provider_empty_response', 'client_disconnected'),
  'client-disconnected.kind': inJobs(asDisconnected, failedWith('provider_empty_response')),
  'client-disconnected.recorded': overrule(
    'usage.listed',
    'records clients that left as served',
    (listed, generations) =>
      listed(generations).map((one) => (one.errorCode === 'client_disconnected' ? { ...one, errorCode: null } : one)),
  ),
  'client-disconnected.recorded:before-stream': remembering(() => {
    const begun = new Set<string>();
    const blaming = (one: Generation) =>
      one.errorCode === 'client_disconnected' && !begun.has(one.model)
        ? { ...one, errorCode: 'provider_unavailable' }
        : one;
    const words = 'records a client that left before its stream began as a failure of the endpoint';
    return [
      watch('streaming.chunk', '', (_sent, _said, { requestedModel }) => begun.add(requestedModel)),
      overrule('usage.listed', words, (listed, generations) => listed(generations).map(blaming)),
    ];
  }),
});
