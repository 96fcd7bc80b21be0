import { each, remembering, rows, together, watch } from '../../change.ts';
import { drop, type Edit, edit, hasContent, pick, replace, rewrite, set, when } from '../../edits/fields.ts';
import { anyFailure, errorsAsRefusals, failing, failures } from '../../operators/classify.ts';
import { endEarly, filterEvents, hangAt } from '../../operators/read-streams.ts';
import { endAt, endFailuresWith, endSilently, inFailureChunks, writeEvents } from '../../operators/streams.ts';
import { isObject, type JsonObject } from '../../requests/seen.ts';
import { withList } from '../../scopes/bodies.ts';

const done = 'data: [DONE]\n\n';
const own = ['code', 'kind', 'message', 'generation_id'];
const errorIn = ({ error }: JsonObject) => (isObject(error) ? error : {});
const of = (code: string, inner: Edit): Edit => when(`for ${code}`, (chunk) => errorIn(chunk).code === code, inner);
/** The error in another form, in place of itself. */
const reshaped = (words: string, form: (error: JsonObject) => JsonObject): Edit =>
  rewrite(`the error as ${words}`, ({ error, ...rest }) => ({ ...rest, ...form(errorIn({ error })) }));
const choice = (fields: JsonObject) => ({ choices: [{ index: 0, delta: {}, finish_reason: 'error', ...fields }] });

const chunks: Readonly<Record<string, Edit>> = {
  'chunk:flag': replace('error', true),
  'chunk:text': edit('error', 'as its message', (error) => errorIn({ error }).message),
  'chunk:flat': reshaped('fields of the chunk', (error) => error),
  'chunk:nested': reshaped('a field of a choice', (error) => choice({ error })),
  'chunk:array': reshaped('a list', (error) => ({ errors: [error] })),
  'chunk:finish': reshaped('a finish_reason', () => choice({})),
  'chunk:content': reshaped('content', ({ message }) => choice({ delta: { content: message }, finish_reason: 'stop' })),
  'prefix-kept': set('choices', [{ index: 0, delta: { content: ' (the connection was lost)' } }]),
  code: replace('error.code', 'stream_error'),
  'code:number': replace('error.code', 502),
  'code:stall': of('upstream_timeout', replace('error.code', 'stream_stalled')),
  'code:moderation': of('moderation_refused', replace('error.code', 'content_filter')),
  kind: replace('error.kind', 'terminal'),
  'kind:stall': of('upstream_timeout', replace('error.kind', 'unavailable')),
  'kind:moderation': of('moderation_refused', replace('error.kind', 'unavailable')),
  message: replace('error.message', ''),
  'message:stall': of('upstream_timeout', replace('error.message', null)),
  'envelope-fields': edit('error', `of ${own.join(', ')} only`, (error) => pick(error, ...own)),
  'request-id': replace('error.request_id', 'req_other'),
  'generation-id': drop('error.generation_id'),
  'generation-id:number': replace('error.generation_id', 7),
  'no-conflict-fields': set('error.usage', { total_tokens: 1 }),
  'no-conflict-fields:cost': set('error.cost', { billing_usd: 0 }),
};

/** How the failure of a stream that has begun is reported. */
export const streamFailure = rows('stream.failure', {
  ...each('*', chunks, inFailureChunks),
  'message:after-another': inFailureChunks(replace('error.message', ''), ({ failedBefore }) => failedBefore > 1),
  chunk: endAt('end-well', anyFailure),
  'chunk:named': writeEvents('errors as events of that name, in another field', (value, event) => {
    const { error, ...rest } = value;
    return error === undefined ? event(value) : `event: error\n${event({ ...rest, detail: error })}`;
  }),
  'chunk:silent-with-others': endSilently('while others are left', (one) => one.candidateCount > 1),
  'chunk:silent-with-list': endSilently(withList.words, ({ asked }) => withList.covers({ body: asked })),
  'chunk:silent-after-another': endSilently('after two others', ({ failedBefore }) => failedBefore > 1),
  'chunk:silent-late': remembering((long = new Set<string>()) => [
    watch('streaming.chunk', '', (_sent, _said, { id }, index) => index > 20 && long.add(id)),
    endSilently('after twenty chunks', ({ id }) => long.has(id)),
  ]),
  'chunk-last': endFailuresWith(`data: {"choices":[{"index":0,"delta":{},"finish_reason":"error"}]}\n\n${done}`),
  'chunk-last:usage': endFailuresWith(`data: {"choices":[],"usage":{"total_tokens":2}}\n\n${done}`),
  'chunk-last:twice': writeEvents('errors twice', (value, event) => event(value).repeat(value.error ? 2 : 1)),
  'done-follows': endFailuresWith(''),
  'done-follows:before': together(
    writeEvents('[DONE] before errors', (value, event) => (value.error === undefined ? '' : done) + event(value)),
    endFailuresWith(''),
  ),
});

const blaming = (from: string, code: string, kind: string) => {
  const other = edit('error', `as ${code}`, (error) => ({ ...errorIn({ error }), code, kind }));
  return inFailureChunks(of(from, other));
};
const refusals = failures('refusals on content grounds', (failure) => {
  return failure.how === 'error-object' && /content_/.test(JSON.stringify(failure.error));
});

/** What becomes of a stream by the cause of its failure. */
export const streamFailureCause = rows('stream.failure-cause', {
  cut: endAt('cut', failing('connection-lost')),
  'cut:silent': endAt('end-well', failing('connection-lost')),
  'cut:bare': endAt('end-bare', failing('connection-lost')),
  'cut:blames-client': blaming('provider_unavailable', 'invalid_request', 'terminal'),
  'cut:silent-tool-call': remembering((worded = new Set<string>()) => [
    watch('streaming.chunk', '', (sent, _said, { id }) => sent && hasContent(sent) && worded.add(id)),
    endSilently('before words', ({ id }) => !worded.has(id)),
  ]),
  'early-end': endEarly,
  'early-end:bare': endAt('end-bare', failing('ended-early')),
  'error-event': endAt('end-well', failing('error-object')),
  'error-event:cut': endAt('cut', failing('error-object')),
  'error-event:ignored': filterEvents('without errors', (data) => !data.startsWith('{"error"')),
  ...errorsAsRefusals('error-event:error-as-*'),
  malformed: endAt('cut', failing('malformed')),
  'malformed:silent': endAt('end-well', failing('malformed')),
  'malformed:ignored': filterEvents('without what is no JSON', (data) => data === '[DONE]' || /^\{.*\}$/s.test(data)),
  moderation: endAt('cut', refusals),
  stall: hangAt(failing('timeout')),
  'stall:cut': endAt('cut', failing('timeout')),
  'stall:silent': endAt('end-well', failing('timeout')),
  'stall:blames-itself': blaming('upstream_timeout', 'internal_error', 'unknown'),
});
