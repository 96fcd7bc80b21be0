import { patch } from '@gateproof/simulator/behaviour';
import { chatsSent, noJson } from '../../body-scopes.ts';
import { change } from '../../change.ts';
import { isObject, type JsonObject } from '../../changes/exchange-changes.ts';
import { drop, edit, replace, retype, set, when, within } from '../../edits.ts';
import { inAnswers, inErrors, inErrorsTo, inEveryAnswer } from '../../operators/edit-messages.ts';
import { rebody, sendErrorsAs } from '../../operators/rebody.ts';
import { rows } from '../../rows.ts';
import { everywhere, jobRoutes, streams, submissions, where } from '../../scopes.ts';

const malformed = where(everywhere, 'to malformed JSON', ({ method, body }) => method === 'POST' && body === undefined);
const errorOf = ({ error }: JsonObject): JsonObject => (isObject(error) ? error : {});
const isOfEndpoint = ({ kind }: JsonObject) => kind === 'unavailable';
const isInvalid = ({ code }: JsonObject) => code === 'invalid_request';
const listOf = (value: unknown) => value as readonly JsonObject[];
const page = '<html><h1>413 Request Entity Too Large</h1></html>';
const frameworkBody = { statusCode: 400, error: 'Bad Request', message: 'Unexpected token in JSON' };

/** The fields of the envelope. */
export const errorEnvelope = rows({
  'error.envelope.object': inEveryAnswer(edit('error', 'as its message', (error) => (error as JsonObject).message)),
  'error.envelope.object:malformed-json': rebody('invalid_request', frameworkBody, { scope: malformed }),
  'error.envelope.object:too-large': rebody('payload_too_large', page, { contentType: 'text/html' }),
  'error.envelope.object:empty-page': rebody('invalid_request', page, {
    scope: chatsSent('an empty body', (text) => text.trim() === ''),
    contentType: 'text/html',
  }),
  'error.envelope.object:malformed-page': rebody('invalid_request', page, { scope: noJson, contentType: 'text/html' }),
  'error.envelope.object:jobs': rebody('job_not_found', { detail: 'Not Found' }),
  'error.envelope.only-error': inEveryAnswer(
    when('beside errors', ({ error }) => error !== undefined, set('ok', false)),
  ),
  'error.envelope.only-error:server-errors': inEveryAnswer(
    when('beside errors of endpoints', (body) => isOfEndpoint(errorOf(body)), set('request_id', 'req_1')),
  ),
  'error.envelope.only-error:validation': inAnswers(
    submissions,
    when('beside invalid_request', (body) => isInvalid(errorOf(body)), set('detail', [{ loc: ['body'] }])),
  ),
  'error.envelope.content-type': sendErrorsAs('text/plain; charset=utf-8'),
  'error.envelope.content-type:streams': sendErrorsAs('text/event-stream', streams),
  'error.envelope.content-type:problem': sendErrorsAs('application/problem+json', malformed),
  'error.envelope.code-present': inErrors(drop('code')),
  'error.envelope.code-present:number': inErrors(replace('code', 413), 'payload_too_large'),
  'error.envelope.code-known': inErrors(edit('code', 'behind x_', (code) => `x_${code}`)),
  'error.envelope.message-present': inErrors(replace('message', '')),
  'error.envelope.message-present:array': inErrorsTo(submissions, 'invalid_request', retype('message', 'list')),
  'error.envelope.message-present:internal': inErrors(replace('message', ''), 'internal_error'),
  'error.envelope.kind-present': inErrors(drop('kind')),
  'error.envelope.kind-known': inErrors(set('kind', 'fatal')),
  'error.envelope.kind-known:too-large': inErrors(set('kind', 'client'), 'payload_too_large'),
  'error.envelope.scope-present': inErrors(drop('scope')),
  'error.envelope.scope-present:null': inErrors(when('where it is null', ({ scope }) => scope === null, drop('scope'))),
  'error.envelope.scope-known': inErrors(set('scope', 'global')),
  'error.envelope.scope-known:key': inErrors(set('scope', 'key'), 'unauthorized', 'forbidden'),
  'error.envelope.scope-known:endpoint': inErrors(when('for endpoints', isOfEndpoint, set('scope', 'endpoint'))),
  'error.envelope.type-present': inErrors(drop('type')),
  'error.envelope.type-present:streams': inAnswers(streams, drop('error.type')),
  'error.envelope.param-present': inErrors(drop('param')),
  'error.envelope.param-present:jobs': inAnswers(jobRoutes, drop('error.param')),
  'error.envelope.param-null': inErrors(set('param', 'messages')),
  'error.envelope.param-null:media': inErrorsTo(submissions, 'invalid_request', set('param', 'prompt')),
  'error.envelope.param-null:empty': inErrors(set('param', ''), 'job_not_found'),
  'error.envelope.request-id-unknown': inErrors(drop('request_id'), 'internal_error'),
  'error.envelope.request-id-type': inErrors(set('request_id', 42)),
  'error.envelope.generation-id-type': inErrors(retype('generation_id', 'number')),
  'error.envelope.generation-id-type:object': inErrors(retype('generation_id', 'object')),
  'error.envelope.generation-id-early': inErrors(
    when('where there is none', ({ generation_id: id }) => id === undefined, set('generation_id', 'gen_0')),
  ),
  'error.envelope.retry-after-type': inErrors(retype('retry_after_ms', 'text')),
  'error.envelope.retry-after-type:fraction': inErrors(
    edit('retry_after_ms', 'with a fraction', (waitMs) => Number(waitMs) - 0.5),
  ),
  'error.envelope.conflict-fields': inErrors(set('state', 'finished')),
  'error.envelope.conflict-fields:late-cancel': inErrors(set('state', 'succeeded'), 'job_already_finished'),
  'error.envelope.conflict-fields:usage': inErrors(set('usage', { spent_usd: 1 }), 'budget_exceeded'),
  'error.envelope.conflict-fields:cost': inErrors(when('for endpoints', isOfEndpoint, set('cost', { billing_usd: 0 }))),
  'error.envelope.attempts-type': inErrors(edit('attempts', 'as their number', (all) => listOf(all).length)),
  'error.envelope.attempts-type:keyed': inErrors(edit('attempts', 'by their place', (all) => ({ ...listOf(all) }))),
  'error.envelope.attempts-status': inErrors(drop('attempts[].status')),
  'error.envelope.attempts-status:no-answer': inErrors(
    within(
      'attempts',
      when('where there was no answer', ({ status }) => status === null, drop('status')),
    ),
  ),
  'error.envelope.attempts-status:object': inErrors(retype('attempts[].status', 'object')),
  'error.envelope.attempts-kind': inErrors(drop('attempts[].kind')),
  'error.envelope.attempts-kind:null': inErrors(retype('attempts[].kind', 'null')),
  'error.envelope.attempts-kind:last': inErrors(
    edit('attempts', 'with no kind in the last of several', (all) =>
      listOf(all).map((one, place, { length }) => (place > 0 && place === length - 1 ? drop('kind').change(one) : one)),
    ),
  ),
  'error.envelope.attempts-kind-known': inErrors(replace('attempts[].kind', 'upstream_error')),
  'error.unknown-route.envelope': change(
    'answers an unknown path with a bare message',
    patch('errors', ({ envelope }) => ({
      envelope: (error) => (error.code === 'not_found' ? { message: error.message } : envelope(error)),
    })),
  ),
  'error.unknown-route.envelope:jobs': change(
    'answers a wrong method where jobs are read with a bare message',
    patch('errors', ({ envelope }) => ({
      envelope: (body) => (String(body.message).includes('not allowed on /v1/jobs') ? body.message : envelope(body)),
    })),
  ),
});
