import { patch } from '@gateproof/simulator/behaviour';
import { change, together } from '../../change.ts';
import { isObject, type JsonObject } from '../../changes/exchange-changes.ts';
import { withList } from '../../chat-scopes.ts';
import { drop, type Edit, edit, replace, set, when } from '../../edits.ts';
import { classify, failing } from '../../operators/classify.ts';
import { inFailureChunks } from '../../operators/in-failure-chunks.ts';
import { endAt, endFailuresWith, endSilently, filterEvents, writeEvents } from '../../operators/streams.ts';
import { each, rows } from '../../rows.ts';

const done = 'data: [DONE]\n\n';
const own = ['code', 'kind', 'message', 'generation_id'];

const errorIn = ({ error }: JsonObject) => (isObject(error) ? error : {});
const of = (code: string, inner: Edit): Edit => when(`for ${code}`, (chunk) => errorIn(chunk).code === code, inner);
/** A choice of such a kind in place of the error. */
const inChoice = (words: string, choiceOf: (error: JsonObject) => JsonObject): Edit => ({
  words: `the error as ${words}`,
  change: ({ error: _error, ...rest }) => ({
    ...rest,
    choices: [{ index: 0, delta: {}, ...choiceOf(errorIn({ error: _error })) }],
  }),
});

const chunks: Readonly<Record<string, Edit>> = {
  'chunk:flag': replace('error', true),
  'chunk:text': edit('error', 'as its message', (error) => errorIn({ error }).message),
  'chunk:flat': {
    words: 'the fields of the error in its place',
    change: ({ error, ...rest }) => ({ ...rest, ...errorIn({ error }) }),
  },
  'chunk:nested': inChoice('a field of a choice', (error) => ({ error, finish_reason: 'error' })),
  'chunk:array': { words: 'a list of errors', change: ({ error, ...rest }) => ({ ...rest, errors: [error] }) },
  'chunk:finish': inChoice('a finish_reason', () => ({ finish_reason: 'error' })),
  'chunk:content': inChoice('content', ({ message }) => ({ delta: { content: message }, finish_reason: 'stop' })),
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
  ...each(Object.entries(chunks), ([rule, wrong]) => [`stream.failure.${rule}`, inFailureChunks(wrong)]),
  'stream.failure.chunk': endAt('end-well', { words: 'any failure', covers: () => true }),
  'stream.failure.chunk:named': writeEvents('errors as events of that name, in another field', (value, event) => {
    const { error, ...rest } = value;
    return error === undefined ? event(value) : `event: error\n${event({ ...rest, detail: error })}`;
  }),
  'stream.failure.chunk:silent-with-others': endSilently(
    'while another endpoint is left',
    ({ candidateCount }) => candidateCount > 1,
  ),
  'stream.failure.chunk:silent-with-list': endSilently(withList.words, ({ asked }) => withList.covers({ body: asked })),
  'stream.failure.chunk:silent-after-another': endSilently(
    'when another had failed before',
    ({ failedBefore }) => failedBefore > 1,
  ),
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

const isRefusal = /content_policy|content_filter|moderation/i;

/** What becomes of a stream by the cause of its failure. */
export const streamFailureCause = rows({
  'stream.failure-cause.cut': endAt('cut', failing('connection-lost')),
  'stream.failure-cause.cut:silent': endAt('end-well', failing('connection-lost')),
  'stream.failure-cause.cut:bare': endAt('end-bare', failing('connection-lost')),
  'stream.failure-cause.cut:blames-client': inFailureChunks(
    of('provider_unavailable', {
      words: 'invalid_request',
      change: (chunk) => ({ ...chunk, error: { ...errorIn(chunk), code: 'invalid_request', kind: 'terminal' } }),
    }),
  ),
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
  'stream.failure-cause.early-end': change(
    'takes an early end for a good one',
    patch('streaming', { earlyEndIsFailure: false }),
  ),
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
  'stream.failure-cause.moderation': endAt('cut', {
    words: 'a refusal on content grounds',
    covers: (failure) => failure.how === 'error-object' && isRefusal.test(JSON.stringify(failure.error)),
  }),
  'stream.failure-cause.stall': endAt('hang', failing('timeout')),
  'stream.failure-cause.stall:cut': endAt('cut', failing('timeout')),
  'stream.failure-cause.stall:silent': endAt('end-well', failing('timeout')),
  'stream.failure-cause.stall:blames-itself': inFailureChunks(
    of('upstream_timeout', {
      words: 'internal_error',
      change: (chunk) => ({ ...chunk, error: { ...errorIn(chunk), code: 'internal_error', kind: 'unknown' } }),
    }),
  ),
});
