import { overrule, rows } from '../../change.ts';
import { drop, edit, fill, replace, retype, set, when, within } from '../../edits/fields.ts';
import { answerErrorAs, answerErrorsAs } from '../../operators/answers.ts';
import { inAnswers, inErrors, inErrorsTo, inEveryAnswer } from '../../operators/edit-messages.ts';
import { isObject, type JsonObject } from '../../requests/seen.ts';
import { chatsSent, noJson } from '../../scopes/chats.ts';
import { everywhere, jobRoutes, requests, streams, submissions } from '../../scopes/requests.ts';

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
    'answers bare messages to wrong job methods',
    (of, error) => (String(error.message).includes('not allowed on /v1/jobs') ? error.message : of(error)),
  ),
});
