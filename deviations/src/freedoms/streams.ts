import { type CompletionIdentity, EndpointError, GatewayError } from '@gateproof/simulator/behaviour';
import { decide, freedomRows, overrule, remembering, together } from '../change.ts';
import { all, drop, edit, fill, pick, rewrite, set } from '../edits/fields.ts';
import { confuse, reword } from '../edits/texts.ts';
import { refuse, reportInStream, sendCompletions } from '../operators/answers.ts';
import { holdEvents, holdWhole, streamFromWhole } from '../operators/read-streams.ts';
import { tryEndpoints } from '../operators/routing.ts';
import { endAllWith, inChunks, inEveryChunk, inFailureChunks, nameModel, writeEvents } from '../operators/streams.ts';
import { bodyOf, counting, isObject, type JsonObject } from '../requests/seen.ts';
import { withList } from '../scopes/bodies.ts';
import { where } from '../scopes/requests.ts';

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
  'F114 stream.role.at-once-no-failover': decide('streaming', 'sends the role at once as content', {
    holdsBackUntilContent: false,
    isContent: () => true,
  }),
  'F115 stream.failover.after-reasoning': overrule('streaming.isContent', 'takes no reasoning for content', (is, of) =>
    is({ ...of, reasoning_content: undefined }),
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
  'F163 stream.finish.repeated': writeEvents('the finish reason once more behind it', (value, event) => {
    const { finish_reason: reason } = choiceOf(value);
    return typeof reason === 'string'
      ? event(value) + event({ ...value, choices: choicesOf({}, reason) })
      : event(value);
  }),
  'F123 stream.model.absent': inEveryChunk(drop('model')),
  'F123 stream.model.endpoint-name': inChunks(
    'names the model in chunks as endpoints do',
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

const choiceOf = ({ choices }: JsonObject) => (Array.isArray(choices) && isObject(choices[0]) ? choices[0] : {});
const isFiltered = (reply: JsonObject) => choiceOf(reply).finish_reason === 'content_filter';
const refusal = {
  code: 'moderation_refused',
  message: 'The reply was stopped on content grounds.',
  kind: 'terminal',
  scope: 'request',
  type: 'permission_error',
  param: null,
  generation_id: 'gen_filtered',
};
const refusingReplies = sendCompletions('that were stopped on content grounds as an error', (body) => {
  return isFiltered(body) ? { status: 403, body: { error: refusal } } : {};
});

/** Ends streams that their endpoint stopped on content grounds with an error. */
const refusingStreams = remembering((refused = new Set<CompletionIdentity['id']>()) =>
  decide('streaming', 'ends such streams with an error', ({ chunk, event }) => ({
    chunk(sent, identity, index) {
      if (refused.has(identity.id)) return undefined;
      if (isFiltered(sent)) refused.add(identity.id);
      return chunk(sent, identity, index);
    },
    event: (value) => event(isFiltered(value as JsonObject) ? { error: refusal } : value),
  })),
);

/** Whether a reply calls tools although the request offered none. */
const callsUnoffered = (reply: JsonObject, { tools }: JsonObject) =>
  (!Array.isArray(tools) || tools.length === 0) &&
  ['message', 'delta'].some((part) => /"tool_calls":\[\{/.test(JSON.stringify(choiceOf(reply)[part] ?? '')));
const refuseUnoffered = together(
  inChunks('ends streams that call tools which were not offered', (chunk, { asked }) => {
    if (!callsUnoffered(chunk, asked)) return chunk;
    throw new GatewayError('provider_unavailable', 'The endpoint called what was not offered.', { scope: 'route' });
  }),
  overrule('completions.completion', 'takes such replies for no answer', (completion, served, identity) => {
    if (callsUnoffered(served, identity.asked)) throw new EndpointError({ how: 'malformed' });
    return completion(served, identity);
  }),
);

/** Lists a generation from the third read of the usage on. */
const listingLate = remembering((countOf = counting()) =>
  overrule('usage.listed', 'records generations a while after they ended', (listed, generations) =>
    listed(generations).filter((generation) => countOf(generation) > 2),
  ),
);

const spelled = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);
const numeric = /^-?\d+(\.\d+)?$/;
const isLimit = (value: unknown) => Number.isInteger(value) || spelled(value, numeric);
const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  stream: (value) => typeof value === 'boolean' || spelled(value, /^(y|yes|n|no|on|off|true|false)$/i),
  max_tokens: isLimit,
  max_completion_tokens: isLimit,
  temperature: (value) => typeof value === 'number' || spelled(value, numeric),
};
const coercing = decide('bodies', 'reads numbers and flags that are spelled as texts', ({ fieldTypes, problem }) => ({
  fieldTypes: Object.fromEntries(Object.entries(fieldTypes).filter(([name]) => fits[name] === undefined)),
  problem(body, serviceField) {
    const wrong = Object.keys(fits).find((name) => (body[name] ?? null) !== null && fits[name]?.(body[name]) === false);
    return wrong === undefined ? problem(body, serviceField) : { field: wrong, wanted: 'is of another type' };
  },
}));

const unknownEntry = where(withList, 'of which one is unknown', (request) => {
  const { models } = bodyOf(request);
  const isUnknown = (id: unknown) => typeof id === 'string' && request.account?.models.has(id) === false;
  return Array.isArray(models) && models.some(isUnknown);
});

const dated = ({ model }: CompletionIdentity, chunk?: number) => (chunk === undefined ? `${model}-2026-11-01` : model);

/** How endpoints may be tried, held back and named otherwise. */
export const endpointVariations = freedomRows({
  'F118 stream.held.whole': holdWhole,
  'F118 stream.held.some': holdEvents(3),
  'F119 stream.made-of-whole': streamFromWhole,
  'F143 stream.finish.refused': together(refusingReplies, refusingStreams),
  'F143 strict.content-filter': refusingReplies,
  'F143 strict.content-filter-stream': inChunks('ends streams stopped on content grounds with an error', (chunk) => {
    if (!isFiltered(chunk)) return chunk;
    throw new GatewayError('moderation_refused', 'The endpoint refused to go on.', { scope: 'request' });
  }),
  'F010 strict.unoffered-tools': refuseUnoffered,
  'F123 fallback.model-alias': nameModel('names a dated version of the model', dated),
  'F123 fallback.requested-model-named': nameModel('names the requested model', ({ requestedModel }) => requestedModel),
  'F124 strict.unknown-models-first': refuse(unknownEntry, 'no_endpoint_available', 'models: one of them is unknown.'),
  'F142 usage.late': listingLate,
  'F068 lenient.coerced': coercing,
});
