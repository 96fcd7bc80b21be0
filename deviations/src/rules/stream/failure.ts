import { patch } from '@gateproof/simulator/behaviour';
import { change, decide, together } from '../../change.ts';
import { isObject, type JsonObject } from '../../changes/exchange-changes.ts';
import { withList } from '../../chat-scopes.ts';
import { drop, type Edit, edit, replace, set, when } from '../../edits.ts';
import { classify, type Failures, failing } from '../../operators/classify.ts';
import { inFailureChunks } from '../../operators/in-failure-chunks.ts';
import { endAt, endFailuresWith, endSilently, filterEvents, writeEvents } from '../../operators/streams.ts';
import { each, prefixed, rows } from '../../rows.ts';

const done = 'data: [DONE]\n\n';
const own = ['code', 'kind', 'message', 'generation_id'];

const errorIn = ({ error }: JsonObject) => (isObject(error) ? error : {});
const of = (code: string, inner: Edit): Edit => when(`for ${code}`, (chunk) => errorIn(chunk).code === code, inner);
/** The error in another form, in place of itself. */
const reshaped = (words: string, form: (error: JsonObject) => JsonObject): Edit => ({
  words: `the error as ${words}`,
  change: ({ error, ...rest }) => ({ ...rest, ...form(errorIn({ error })) }),
});
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
  'envelope-fields': edit('error', `of ${own.join(', ')} only`, (error) =>
    Object.fromEntries(own.map((name) => [name, errorIn({ error })[name]])),
  ),
  'request-id': replace('error.request_id', 'req_other'),
  'generation-id': drop('error.generation_id'),
  'generation-id:number': replace('error.generation_id', 7),
  'no-conflict-fields': set('error.usage', { total_tokens: 1 }),
  'no-conflict-fields:cost': set('error.cost', { billing_usd: 0 }),
};

/** How the failure of a stream that has begun is reported. */
export const streamFailure = rows({
  ...prefixed('stream.failure.', chunks, inFailureChunks),
  'stream.failure.chunk': endAt('end-well', { words: 'any failure', covers: () => true }),
  'stream.failure.chunk:named': writeEvents('errors as events of that name, in another field', (value, event) => {
    const { error, ...rest } = value;
    return error === undefined ? event(value) : `event: error\n${event({ ...rest, detail: error })}`;
  }),
  'stream.failure.chunk:silent-with-others': endSilently('while others are left', (one) => one.candidateCount > 1),
  'stream.failure.chunk:silent-with-list': endSilently(withList.words, ({ asked }) => withList.covers({ body: asked })),
  'stream.failure.chunk:silent-after-another': endSilently('after two others', ({ failedBefore }) => failedBefore > 1),
  'stream.failure.chunk-last': endFailuresWith(
    `data: {"choices":[{"index":0,"delta":{},"finish_reason":"error"}]}\n\n${done}`,
  ),
  'stream.failure.chunk-last:usage': endFailuresWith(
    `data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}\n\n${done}`,
  ),
  'stream.failure.chunk-last:twice': writeEvents('errors twice', (value, event) =>
    event(value).repeat(value.error === undefined ? 1 : 2),
  ),
  'stream.failure.done-follows': endFailuresWith(''),
  'stream.failure.done-follows:before': together(
    writeEvents('[DONE] before errors', (value, event) => (value.error === undefined ? '' : done) + event(value)),
    endFailuresWith(''),
  ),
});

const blaming = (from: string, code: string, kind: string) =>
  inFailureChunks(
    of(
      from,
      edit('error', `as ${code}`, (error) => ({ ...errorIn({ error }), code, kind })),
    ),
  );
const refusals: Failures = {
  words: 'refusals on content grounds',
  covers: (failure) => failure.how === 'error-object' && /content_/.test(JSON.stringify(failure.error)),
};

/** What becomes of a stream by the cause of its failure. */
export const streamFailureCause = rows({
  'stream.failure-cause.cut': endAt('cut', failing('connection-lost')),
  'stream.failure-cause.cut:silent': endAt('end-well', failing('connection-lost')),
  'stream.failure-cause.cut:bare': endAt('end-bare', failing('connection-lost')),
  'stream.failure-cause.cut:blames-client': blaming('provider_unavailable', 'invalid_request', 'terminal'),
  'stream.failure-cause.cut:silent-tool-call': change(
    'ends streams that fail before words as if all were well',
    (behaviour) => {
      const worded = new Set<string>();
      return patch('streaming', ({ chunk, failure }) => ({
        chunk(sent, identity, index) {
          if (/"content":"[^"]/.test(JSON.stringify(sent))) worded.add(identity.id);
          return chunk(sent, identity, index);
        },
        failure: (error, identity) => (worded.has(identity.id) ? failure(error, identity) : undefined),
      }))(behaviour);
    },
  ),
  'stream.failure-cause.early-end': decide('streaming', 'takes an early end for a good one', {
    earlyEndIsFailure: false,
  }),
  'stream.failure-cause.early-end:bare': endAt('end-bare', failing('ended-early')),
  'stream.failure-cause.error-event': endAt('end-well', failing('error-object')),
  'stream.failure-cause.error-event:cut': endAt('cut', failing('error-object')),
  'stream.failure-cause.error-event:ignored': filterEvents('without errors', (data) => !data.startsWith('{"error"')),
  ...each(['unauthorized', 'invalid_request'], (code) => [
    `stream.failure-cause.error-event:error-as-${code.replace('_', '-')}`,
    classify(failing('error-object'), code),
  ]),
  'stream.failure-cause.malformed': endAt('cut', failing('malformed')),
  'stream.failure-cause.malformed:silent': endAt('end-well', failing('malformed')),
  'stream.failure-cause.malformed:ignored': filterEvents(
    'without what is no JSON',
    (data) => data === '[DONE]' || /^\{.*\}$/s.test(data),
  ),
  'stream.failure-cause.moderation': endAt('cut', refusals),
  'stream.failure-cause.stall': endAt('hang', failing('timeout')),
  'stream.failure-cause.stall:cut': endAt('cut', failing('timeout')),
  'stream.failure-cause.stall:silent': endAt('end-well', failing('timeout')),
  'stream.failure-cause.stall:blames-itself': blaming('upstream_timeout', 'internal_error', 'unknown'),
});
