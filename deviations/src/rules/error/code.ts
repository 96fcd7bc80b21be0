import { patch } from '@gateproof/simulator/behaviour';
import { errorTable } from '@gateproof/spec';
import { type Change, change, together } from '../../change.ts';
import { answering } from '../../changes/exchange-changes.ts';
import { set } from '../../edits.ts';
import { classify, failing } from '../../operators/classify.ts';
import { inErrors, inErrorsTo } from '../../operators/edit-messages.ts';
import { recode, restatus } from '../../operators/refuse.ts';
import { each, rows } from '../../rows.ts';
import { at, chats, streams, submissions } from '../../scopes.ts';

/** For each status of the table another one that the table gives to other codes. */
const neighbours: Readonly<Record<number, number>> = {
  ...{ 400: 422, 401: 403, 402: 403, 403: 401, 404: 400, 409: 400 },
  ...{ 413: 400, 429: 503, 500: 502, 502: 500, 503: 500, 504: 502 },
};

/** Codes that the reference does not answer: how it does, inside a freedom. */
const producing: Readonly<Record<string, Change>> = {
  request_timeout: classify(failing('timeout'), 'request_timeout'),
  retention_expired: change('reports discarded jobs', patch('jobs', { discardedRead: 'retention_expired' })),
};

function produced(code: string, broken: Change): Change {
  const producer = producing[code];
  return producer === undefined ? broken : together(producer, broken);
}

/** Codes that are sent. No request can ask for a workflow run, so the row of run_not_found can't be broken. */
const sent = [...errorTable.values()].flatMap(({ code, status, kind }) =>
  status === null || kind === null || code === 'run_not_found' ? [] : [{ code, status, kind }],
);
const ruleOf = (code: string) => `error.code.${code.replaceAll('_', '-')}`;

/** The rows of the table of codes. */
export const errorCode = rows({
  ...each(sent, ({ code, status }) => [
    `${ruleOf(code)}.status`,
    produced(code, restatus(code, neighbours[status] ?? 418)),
  ]),
  ...each(sent, ({ code, kind }) => [
    `${ruleOf(code)}.kind`,
    produced(code, inErrors(set('kind', kind === 'unavailable' ? 'unknown' : 'unavailable'), code)),
  ]),
  'error.code.invalid-request.status:media': restatus('invalid_request', 422, submissions),
  'error.code.invalid-request.status:streams': restatus('invalid_request', 422, streams),
  'error.code.unauthorized.status:cancel': restatus('unauthorized', 403, at('job-cancel')),
  'error.code.forbidden.status:media': restatus('forbidden', 401, submissions),
  'error.code.job-not-found.status:cancel': restatus('job_not_found', 410, at('job-cancel')),
  'error.code.job-not-found.status:retry-of': restatus('job_not_found', 400, submissions),
  'error.code.idempotency-conflict.status:media': restatus('idempotency_conflict', 422, submissions),
  'error.code.rate-limited.kind:media': inErrorsTo(submissions, 'rate_limited', set('kind', 'terminal')),
  'error.code.rate-limited.status:streams': restatus('rate_limited', 503, streams),
  'error.code.provider-unavailable.kind:streams': inErrorsTo(streams, 'provider_unavailable', set('kind', 'unknown')),
  'error.code.provider-empty-response.status:streams': restatus('provider_empty_response', 500, streams),
  'error.code.insufficient-credit.status:media': restatus('insufficient_credit', 403, submissions),
  'error.code.budget-exceeded.status:streams': restatus('budget_exceeded', 429, streams),
  'error.code.no-endpoint-available.status:media': restatus('no_endpoint_available', 503, submissions),
  'error.code.payload-too-large.status:media': restatus('payload_too_large', 400, submissions),
  'error.code.snapshot-expired.kind:media': inErrorsTo(submissions, 'snapshot_expired', set('kind', 'timeout')),
  'error.code.internal-error.status:media': restatus('internal_error', 502, submissions),
  'error.code.internal-error.kind:streams': inErrorsTo(streams, 'internal_error', set('kind', 'unavailable')),
  'error.code.policy-conflict.status:media': restatus('policy_conflict', 403, submissions),
  'error.code.unsupported-capability.status:streams': restatus('unsupported_capability', 501, streams),
  'error.code.context-length-exceeded.status:endpoint': change(
    'answers an input that an endpoint finds too long with 413',
    answering((answer) =>
      /"context_length_exceeded".*"attempts"/.test(JSON.stringify(answer.body)) ? { ...answer, status: 413 } : answer,
    ),
  ),
  'error.code.retention-expired.jobs-only': recode('upstream_timeout', 'retention_expired', chats),
  'error.code.run-not-found.never': recode('model_not_found', 'run_not_found'),
  'error.code.client-disconnected.status': recode('provider_empty_response', 'client_disconnected'),
  'error.code.client-disconnected.kind': change(
    'reports empty answers of endpoints as client_disconnected in jobs',
    patch('jobs', ({ errorOf }) => ({
      errorOf: (error) =>
        error.code === 'provider_empty_response' ? { ...error, code: 'client_disconnected' } : errorOf(error),
    })),
  ),
  'error.code.client-disconnected.recorded': change(
    'records a client that went away as if all had gone well',
    patch('usage', ({ recordedCode }) => ({
      recordedCode: (code) => (code === 'client_disconnected' ? null : recordedCode(code)),
    })),
  ),
  'error.code.client-disconnected.recorded:before-stream': change(
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
});
