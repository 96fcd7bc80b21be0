import { decide, freedomRows, overrule, remembering, together } from '../change.ts';
import { all, drop, edit, fill, type JsonObject, pick, rewrite, set } from '../edits/fields.ts';
import { confuse, reword } from '../edits/texts.ts';
import { reportInStream } from '../operators/answers.ts';
import { tryEndpoints } from '../operators/routing.ts';
import { endAllWith, inChunks, inEveryChunk, inFailureChunks, writeEvents } from '../operators/streams.ts';
import { isObject } from '../requests/seen.ts';

/** Writes the data of every event so, that of the end included. */
const writing = (words: string, write: (data: string) => string) =>
  together(
    writeEvents(words, (value) => write(JSON.stringify(value))),
    endAllWith(write('[DONE]')),
  );
const isReport = ({ error }: JsonObject) => error !== undefined;

/** One event for each character of a chunk's content. */
function fine(value: JsonObject, event: (value: unknown) => string): string {
  const choices = Array.isArray(value.choices) ? (value.choices as JsonObject[]) : [];
  const [choice] = choices;
  const content = isObject(choice?.delta) ? choice.delta.content : undefined;
  if (choices.length !== 1 || typeof content !== 'string' || content === '' || content.length > 500)
    return event(value);
  const chunkOf = (character: string) => ({ ...value, choices: [{ ...choice, delta: { content: character } }] });
  return [...content].map((character) => event(chunkOf(character))).join('');
}

/** Writes a chunk of no choices and no names before the first. */
const blankFirst = remembering(() => {
  const blank = { id: '', object: '', created: 0, model: '', choices: [], prompt_filter_results: [] };
  let isFirst = false;
  return decide('streaming', 'begins with a chunk of no choices and no names', ({ chunk, event }) => ({
    chunk(sent, identity, index) {
      isFirst = index === 0;
      return chunk(sent, identity, index);
    },
    event: (value) => (isFirst && !isReport(value as JsonObject) ? event(blank) : '') + event(value),
  }));
});

const only = (...fields: readonly string[]) =>
  edit('error', `of ${fields.join(', ')} only`, (error) => pick(error, ...fields));
const choicesOf = (delta: object, reason: string | null = null) => [{ index: 0, delta, finish_reason: reason }];
const empty = { choices: choicesOf({}) };
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const usageAlone = { object: 'chat.completion.chunk', choices: [], usage };
const pieces = rewrite('pieces in place of choices', ({ choices, ...rest }: JsonObject) =>
  Array.isArray(choices) ? { ...rest, pieces: choices.map(({ delta }) => ({ said: delta })) } : { choices, ...rest },
);
const finish = 'choices[].finish_reason';
const ownWords = reword(finish, 'in other words', (reason) => `${reason}_reached`);
const ofEndpoints = ['unavailable', 'empty_response', 'unauthorized', 'payment_required'].map((of) => `provider_${of}`);

/** How streams may be written, cut into chunks, and fail otherwise. */
export const streamVariations = freedomRows({
  'F114 stream.role.at-once': decide('streaming', 'sends the role at once', { holdsBackUntilContent: false }),
  'F114 stream.role.at-once-no-failover': decide(
    'streaming',
    'sends the role at once, and tries no endpoint after it',
    {
      holdsBackUntilContent: false,
      isContent: () => true,
    },
  ),
  'F115 stream.failover.after-reasoning': overrule(
    'streaming.isContent',
    'takes no reasoning for content',
    (is, delta) => is({ ...delta, reasoning_content: undefined }),
  ),
  'F128 stream.failover.none': tryEndpoints('one endpoint of each model', (present) =>
    present.filter(({ model }, place) => present.findIndex((other) => other.model === model) === place),
  ),
  'F116 stream.failure.with-choices': inFailureChunks(set('choices', choicesOf({}, 'error'))),
  'F116 stream.failure.bare': inFailureChunks(rewrite('nothing but the error', ({ error }) => ({ error }))),
  'F116 stream.failure.fewer-fields': inFailureChunks(only('code', 'message', 'kind', 'generation_id')),
  'F116 stream.failure.message-alone': inFailureChunks(only('message', 'generation_id')),
  'F116 stream.failure.named': writeEvents('the name of an event before errors', (value, event) =>
    isReport(value) ? `event: error\n${event(value)}` : event(value),
  ),
  'F116 stream.chunks.null-error': inEveryChunk(set('error', null)),
  'F048 rendering.frame-wait': inFailureChunks(set('error.retry_after_ms', 1_000)),
  'F120 stream.bytes.crlf': writing('lines that end with CRLF', (data) => `data: ${data}\r\n\r\n`),
  'F120 stream.bytes.cr': writing('lines that end with CR', (data) => `data: ${data}\r\r`),
  'F120 stream.bytes.tight': writing('no blank behind the colon', (data) => `data:${data}\n\n`),
  'F120 stream.bytes.no-last-line': endAllWith('data: [DONE]'),
  'F120 stream.bytes.comment-last': endAllWith('data: [DONE]\n\n: bye\n\n'),
  'F120 stream.bytes.more': writeEvents('comments, ids and event names', (value) => {
    return `: here\nid: 7\nevent: message\ndata: ${JSON.stringify(value)}\n\n`;
  }),
  'F120 stream.bytes.lines': writeEvents('chunks in several lines', (value) => {
    return `data: ${JSON.stringify(value, null, 1).replaceAll('\n', '\ndata: ')}\n\n`;
  }),
  'F120 stream.bytes.retry': writeEvents('waits and comments before events', (value, event) => {
    return `retry: 3000\n\n: keep-alive\n\n${event(value)}`;
  }),
  'F120 stream.bytes.no-charset': decide('streaming', 'names no charset', { contentType: 'text/event-stream' }),
  'F138 stream.closes-connection': decide('streaming', 'closes connections after streams', { closesConnection: true }),
  'F119 stream.chunks.usage': decide('streaming', 'ends with a chunk of usage and no choices', ({ event }) => ({
    closing: () => `${event(usageAlone)}data: [DONE]\n\n`,
  })),
  'F119 stream.model.blank-first': blankFirst,
  'F119 stream.chunks.fine': writeEvents('content character by character', fine),
  'F119 stream.chunks.roles': inEveryChunk(fill('choices[].delta.role', 'assistant')),
  'F119 stream.chunks.no-role': inEveryChunk(drop('choices[].delta.role')),
  'F119 stream.chunks.bare': inEveryChunk(rewrite('choices only', ({ choices }) => ({ choices }))),
  'F119 stream.chunks.other-form': inEveryChunk(pieces),
  'F119 stream.chunks.beats': writeEvents('empty deltas between chunks', (value, event) =>
    isReport(value) ? event(value) : event(empty) + event(value),
  ),
  'F119 stream.chunks.no-index': inEveryChunk(all(drop('choices[].index'), confuse(finish, null, undefined))),
  'F119 stream.chunks.usage-everywhere': inEveryChunk(all(set('usage', null), set('svc_metadata', { region: 'home' }))),
  'F119 stream.chunks.ids': inChunks('gives each chunk an id of its own', (chunk, _identity, index) => {
    return { ...chunk, id: `chunk_${index}` };
  }),
  'F130 stream.finish.own-words': inEveryChunk(ownWords),
  'F123 stream.model.absent': inEveryChunk(drop('model')),
  'F123 stream.model.endpoint-name': inChunks(
    'names the model in chunks as the endpoint does',
    (chunk, _of, _place, said) => (typeof said.model === 'string' ? { ...chunk, model: said.model } : chunk),
  ),
  'F144 stream.failure.one-behind': decide('streaming', 'loses the last chunk before a failure', { lag: 1 }),
  'F118 stream.early.role-first': decide('streaming', 'begins with a role of its own', {
    opening: { choices: choicesOf({ role: 'assistant' }) },
  }),
  'F118 stream.early.comments-first': together(
    reportInStream(...ofEndpoints, 'upstream_timeout'),
    writeEvents('comments before events', (value, event) => `: waiting\n\n${event(value)}`),
  ),
});
