import type { Generation } from '@gateproof/simulator/behaviour';
import { errorTable } from '@gateproof/spec';
import { answering, type Change, decide, each, overrule, remembering, rows, together, watch } from '../../change.ts';
import { drop, edit, fill, replace, retype, set, when, within } from '../../edits/fields.ts';
import { answerErrorAs, answerErrorsAs, recode, restatus } from '../../operators/answers.ts';
import { classify, failing } from '../../operators/classify.ts';
import { inAnswers, inErrors, inErrorsTo, inEveryAnswer, inJobs } from '../../operators/edit-messages.ts';
import { isObject, type JsonObject } from '../../requests/seen.ts';
import { chatsSent, noJson } from '../../scopes/bodies.ts';
import { failedWith } from '../../scopes/jobs.ts';
import { at, chats, everywhere, jobRoutes, requests, streams, submissions, where } from '../../scopes/requests.ts';

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

const produced = (code: string, broken: Change) => together(...[producing[code] ?? [], broken].flat());

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
  'client-disconnected.recorded': overrule('usage.listed', 'records clients that left as served', (of, generations) =>
    of(generations).map((one) => (one.errorCode === 'client_disconnected' ? { ...one, errorCode: null } : one)),
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

const malformed = requests('to malformed JSON', ({ method, body }) => method === 'POST' && body === undefined);
const withoutNullStatus = when('where there was no answer', ({ status }) => status === null, drop('status'));
const beside = (words: string, is: (error: JsonObject) => boolean, field: string) =>
  when(`beside ${words}`, ({ error }) => isObject(error) && is(error), set(field, 'more'));
const isOfEndpoint = ({ kind }: JsonObject) => kind === 'unavailable';
const isInvalid = ({ code }: JsonObject) => code === 'invalid_request';
const listOf = (value: unknown) => value as readonly JsonObject[];
const withoutLastKind = (all: unknown) =>
  listOf(all).map((one, place, { length }) => (place > 0 && place === length - 1 ? drop('kind').change(one) : one));
const page = { body: '<html><h1>413 Request Entity Too Large</h1></html>', contentType: 'text/html' };
const behind = (text: string) => (message: unknown) => `${message}\n${text}`;
const traceOfNode = 'Error: boom\n    at relay (/srv/gateway/dist/relay.js:88:13)';
const dialed = edit('message', 'with an address', behind('dial tcp 10.0.0.7:8000: connect: connection refused'));
const crash = { status: 500, contentType: 'text/plain', body: 'Internal Server Error' };
const withoutSlash = where(at('model-get'), 'whose id has no slash', ({ path }) => /^\/v1\/models\/[^/%]+$/.test(path));
const emptyBody = chatsSent('an empty body', (text) => text.trim() === '');
const frameworkBody = { statusCode: 400, error: 'Bad Request', message: 'Unexpected token in JSON' };

/** The fields of the envelope. */
export const errorEnvelope = rows('error', {
  'envelope.object': inEveryAnswer(edit('error', 'as its message', (error) => (error as JsonObject).message)),
  'envelope.object:malformed-json': answerErrorAs('invalid_request', malformed, { body: frameworkBody }),
  'envelope.object:too-large': answerErrorAs('payload_too_large', everywhere, page),
  'envelope.object:empty-page': answerErrorAs('invalid_request', emptyBody, page),
  'envelope.object:malformed-page': answerErrorAs('invalid_request', noJson, page),
  'envelope.object:jobs': answerErrorAs('job_not_found', everywhere, { body: { detail: 'Not Found' } }),
  'message.no-internals': inErrors(edit('message', 'with a stack trace', behind(traceOfNode))),
  'message.no-internals:path': inErrors(set('cause', 'open /home/gateway/config/keys.json'), 'internal_error'),
  'message.no-internals:address': inErrorsTo(streams, 'provider_unavailable', dialed),
  'envelope.object:id-without-slash': answerErrorsAs(crash, withoutSlash),
  'envelope.only-error': inEveryAnswer(when('beside errors', ({ error }) => error !== undefined, set('ok', false))),
  'envelope.only-error:server-errors': inEveryAnswer(beside('errors of endpoints', isOfEndpoint, 'request_id')),
  'envelope.only-error:validation': inAnswers(submissions, beside('invalid_request', isInvalid, 'detail')),
  'envelope.content-type': answerErrorsAs({ contentType: 'text/plain; charset=utf-8' }),
  'envelope.content-type:streams': answerErrorsAs({ contentType: 'text/event-stream' }, streams),
  'envelope.content-type:problem': answerErrorsAs({ contentType: 'application/problem+json' }, malformed),
  'envelope.code-present': inErrors(drop('code')),
  'envelope.code-present:number': inErrors(replace('code', 413), 'payload_too_large'),
  'envelope.code-known': inErrors(edit('code', 'behind x_', (code) => `x_${code}`)),
  'envelope.message-present': inErrors(replace('message', '')),
  'envelope.message-present:array': inErrorsTo(submissions, 'invalid_request', retype('message', 'list')),
  'envelope.message-present:internal': inErrors(replace('message', ''), 'internal_error'),
  'envelope.kind-present': inErrors(drop('kind')),
  'envelope.kind-known': inErrors(set('kind', 'fatal')),
  'envelope.kind-known:too-large': inErrors(set('kind', 'client'), 'payload_too_large'),
  'envelope.scope-present': inErrors(drop('scope')),
  'envelope.scope-present:null': inErrors(when('where it is null', ({ scope }) => scope === null, drop('scope'))),
  'envelope.scope-known': inErrors(set('scope', 'global')),
  'envelope.scope-known:key': inErrors(set('scope', 'key'), 'unauthorized', 'forbidden'),
  'envelope.scope-known:endpoint': inErrors(when('for endpoints', isOfEndpoint, set('scope', 'endpoint'))),
  'envelope.type-present': inErrors(drop('type')),
  'envelope.type-present:streams': inAnswers(streams, drop('error.type')),
  'envelope.param-present': inErrors(drop('param')),
  'envelope.param-present:jobs': inAnswers(jobRoutes, drop('error.param')),
  'envelope.param-null': inErrors(set('param', 'messages')),
  'envelope.param-null:media': inErrorsTo(submissions, 'invalid_request', set('param', 'prompt')),
  'envelope.param-null:empty': inErrors(set('param', ''), 'job_not_found'),
  'envelope.request-id-unknown': inErrors(drop('request_id'), 'internal_error'),
  'envelope.request-id-type': inErrors(set('request_id', 42)),
  'envelope.generation-id-type': inErrors(retype('generation_id', 'number')),
  'envelope.generation-id-type:object': inErrors(retype('generation_id', 'object')),
  'envelope.generation-id-early': inErrors(fill('generation_id', 'gen_0')),
  'envelope.retry-after-type': inErrors(retype('retry_after_ms', 'text')),
  'envelope.retry-after-type:moment': inErrors(edit('retry_after_ms', 'as a moment', (ms) => 1.79e12 + Number(ms))),
  'envelope.retry-after-type:fraction': inErrors(edit('retry_after_ms', 'with a fraction', (ms) => Number(ms) - 0.5)),
  'envelope.conflict-fields': inErrors(set('state', 'finished')),
  'envelope.conflict-fields:late-cancel': inErrors(set('state', 'succeeded'), 'job_already_finished'),
  'envelope.conflict-fields:usage': inErrors(set('usage', { spent_usd: 1 }), 'budget_exceeded'),
  'envelope.conflict-fields:cost': inErrors(when('for endpoints', isOfEndpoint, set('cost', { billing_usd: 0 }))),
  'envelope.attempts-type': inErrors(edit('attempts', 'as their number', (all) => listOf(all).length)),
  'envelope.attempts-type:keyed': inErrors(edit('attempts', 'by their place', (all) => ({ ...listOf(all) }))),
  'envelope.attempts-status': inErrors(drop('attempts[].status')),
  'envelope.attempts-status:no-answer': inErrors(within('attempts', withoutNullStatus)),
  'envelope.attempts-status:object': inErrors(retype('attempts[].status', 'object')),
  'envelope.attempts-kind': inErrors(drop('attempts[].kind')),
  'envelope.attempts-kind:null': inErrors(retype('attempts[].kind', 'null')),
  'envelope.attempts-kind:last': inErrors(edit('attempts', 'with no kind in the last of several', withoutLastKind)),
  'envelope.attempts-kind-known': inErrors(replace('attempts[].kind', 'upstream_error')),
  'unknown-route.envelope': overrule('errors.envelope', 'answers bare messages to unknown paths', (present, error) =>
    error.code === 'not_found' ? { message: error.message } : present(error),
  ),
  'unknown-route.envelope:jobs': overrule(
    'errors.envelope',
    'sends bare messages for wrong job methods',
    (of, error) => (String(error.message).includes('not allowed on /v1/jobs') ? error.message : of(error)),
  ),
});
