import { answeringBody, decide, each, rows, together } from '../../change.ts';
import { drop, type Edit, edit, type JsonObject, replace, retype, rewrite, set, when } from '../../edits/fields.ts';
import { confuse, cut, keep, normalise, relist, swap, trim } from '../../edits/texts.ts';
import { fail, refuse, sendCompletions, sendEvents } from '../../operators/answers.ts';
import { inAnswers, inUpstreamRequests, inWholeCompletions, ofFields } from '../../operators/edit-messages.ts';
import { mixUpCompletions, wantStreams } from '../../operators/streams.ts';
import { before, bodyOf, isChat } from '../../requests/seen.ts';
import { chatsWith, keyed, withField, withList } from '../../scopes/bodies.ts';
import { accepting, and, chats, requests, restricted, type Scope } from '../../scopes/requests.ts';

const unsaid = chatsWith('events accepted and no stream', ({ stream }, { headers }) => {
  return stream === undefined && String(headers.accept).includes('text/event-stream');
});
const oddSlug = chatsWith('a dot and an underscore in the slug', ({ model }) => /\..*_/.test(String(model)));

/** The form of a reply. */
export const chatResponse = rows('chat.response', {
  json: sendCompletions('as text/plain', () => ({ contentType: 'text/plain' })),
  'json:to-clients-that-accept-gzip': sendCompletions(
    'as text',
    () => ({ contentType: 'text/plain' }),
    accepting('gzip'),
  ),
  'json:created': sendCompletions('under status 201', () => ({ status: 201 })),
  'json:array': sendCompletions('in an array', (body) => ({ body: [body] })),
  'json:done': sendCompletions('before [DONE]', (body) => ({ body: `${JSON.stringify(body)}\ndata: [DONE]\n\n` })),
  'json:twice': sendCompletions('as text in JSON', (body) => ({ body: JSON.stringify(JSON.stringify(body)) })),
  'json:slug': refuse(oddSlug, 'no_endpoint_available'),
  'default-not-streamed': together(
    wantStreams('unless stream is false', ({ stream }) => stream !== false),
    inUpstreamRequests(rewrite('stream unless false', (body) => ({ ...body, stream: body.stream !== false }))),
  ),
  'default-not-streamed:accept': sendEvents(unsaid),
  body: sendCompletions('as nothing', () => ({ body: '' }), keyed),
  'body:tools': sendCompletions('as nothing', () => ({ body: '' }), withField('tools')),
  'error-free': inWholeCompletions(set('error', { code: 'none' })),
});

const content = 'choices[].message.content';
const calls = 'choices[].message.tool_calls';
const called = `${calls}[].function.arguments`;

function ofEachName(all: readonly JsonObject[]): readonly JsonObject[] {
  const isKnown = before();
  return all.filter(({ function: one }) => !isKnown((one as JsonObject | undefined)?.name));
}

const relayed: Readonly<Record<string, Edit>> = {
  'content:trim': trim(content),
  'content:cut': cut(content, 40),
  'content:large': cut(content, 16_000),
  'content:collapsed': swap(content, / {2,}/g, ' '),
  'content:beside-calls': edit('choices[].message', 'without text beside tool calls', (message) =>
    Array.isArray((message as JsonObject).tool_calls) ? { ...(message as JsonObject), content: null } : message,
  ),
  'content:zero': confuse(content, '0', ''),
  'content:null': confuse(content, 'null', null),
  'content:fenced': swap(content, /^```(?:json)?\n([\s\S]*?)\n```$/, '$1'),
  'content:byte-order-mark': swap(content, /\ufeff/g, ''),
  'unicode:planes': swap(content, /[\u{10000}-\u{10FFFF}]/gu, '\uFFFD'),
  'unicode:normalised': normalise(content),
  'unicode:controls': swap(content, /[\0\u007f]/g, ''),
  'unicode:html': swap(content, /</g, '&lt;'),
  'unicode:separators': swap(content, /\u2028/g, '\n'),
  'unicode:joiners': swap(content, /\u200d/g, ''),
  'tool-calls:first': keep(calls, 1),
  'tool-calls:many': keep(calls, 8),
  'tool-calls:names': relist(calls, 'with one of each name', ofEachName),
  'tool-calls:ids': replace(`${calls}[].id`, 'call_0'),
  'tool-calls:long-ids': cut(`${calls}[].id`, 40),
  'tool-calls:arguments': swap(called, /\s+/g, ''),
  'tool-calls:escaped': swap(called, /\\u00e9/g, 'é'),
  'tool-calls:long-arguments': cut(called, 1_024),
  'tool-calls:empty': confuse(called, '{}', ''),
  'tool-calls:objects': edit(called, 'parsed', (text) => JSON.parse(String(text))),
  'finish-reason': replace('choices[].finish_reason', 'stop'),
  'finish-reason:calls': confuse('choices[].finish_reason', 'tool_calls', 'stop'),
};

/** What endpoints say, lost or changed in whole replies. */
export const chatRelay = rows('chat.relay', {
  ...each('*', relayed, inWholeCompletions),
  'own-answer': mixUpCompletions,
});

const lacksUsage = ({ usage }: JsonObject) => usage === undefined || usage === null;
const unknownUsage = rewrite('usage in words', (body) => ({ ...body, usage: { prompt_tokens: 'unknown' } }));
const asText = (choice: JsonObject): JsonObject => ({ ...choice, index: String(choice.index) });
const laterIndexAsText = relist('choices', 'with the later index as text', ([first, ...later]) =>
  first === undefined ? [] : [first, ...later.map(asText)],
);

const fields: Readonly<Record<string, Edit>> = {
  'created.type': replace('created', '2026-11-21T00:00:00Z'),
  'created.type:fraction': replace('created', 1.5),
  'created.type:text': replace('created', '1790000000'),
  'choices.type:empty-item': relist('choices', 'with null behind them', (choices) => [...choices, null]),
  'choices-index.type:fraction': replace('choices[].index', 0.5),
  'choices-index.type:later': laterIndexAsText,
  'choices-message.type:array': retype('choices[].message', 'list'),
  'choices-finish-reason.type:flag': replace('choices[].finish_reason', true),
  'usage-prompt-tokens.type:absent': when('where there is none', lacksUsage, unknownUsage),
  'usage-prompt-tokens.type:negative': replace('usage.prompt_tokens', -1),
  'usage-completion-tokens.type': replace('usage.completion_tokens', 2.5),
  'usage-completion-tokens.type:text': replace('usage.completion_tokens', '3'),
  'usage-total-tokens.type': replace('usage.total_tokens', -1),
  'usage-total-tokens.type:fraction': replace('usage.total_tokens', 7.5),
  'usage-total-tokens.sum': edit('usage.total_tokens', 'one too high', (total) => Number(total) + 1),
};

/** Fields of a reply of another type. */
export const chatField = rows('chat.field', {
  ...ofFields('chat', inWholeCompletions),
  ...each('*', fields, inWholeCompletions),
});

const without = drop('*_metadata');
const scopes: Readonly<Record<string, Scope>> = {
  enabled: chats,
  'enabled:tools': and(chats, withField('tools')),
  'enabled:list': and(chats, withList),
  'enabled:format': and(chats, withField('response_format')),
  'enabled:key': and(chats, keyed),
  'enabled:restricted-key': and(chats, restricted('models')),
  'enabled:not-streamed': chatsWith('stream false', ({ stream }) => stream === false),
};
const readings: Readonly<Record<string, (header: string | undefined) => boolean>> = {
  'other-value': (header) => header !== undefined,
  'other-value:prefix': (header = '') => header.startsWith('enabled'),
  'other-value:within': (header = '') => header.includes('enabled'),
};
const hasCalls = (reply: object) => JSON.stringify(reply).includes('"tool_calls":[{');
const sentTwice = requests('whose metadata header came twice', ({ headers }) =>
  Object.entries(headers).some(([name, value]) => name.endsWith('-metadata') && String(value).includes(', ')),
);

const inCapitals = requests('with a metadata header in capitals', ({ headerNames }) => {
  return headerNames.some((name) => name.endsWith('-METADATA'));
});

/** The notes on a reply. */
export const chatMetadata = rows('chat.metadata', {
  ...each('*', scopes, (scope) => inAnswers(scope, without)),
  ...each('*', readings, (wantsMetadata) => decide('completions', 'sends notes for other values', { wantsMetadata })),
  'enabled:capitals': inAnswers(and(chats, inCapitals), without),
  'enabled:empty': inAnswers(chats, replace('*_metadata', {})),
  'other-value:twice': fail(and(chats, sentTwice)),
  'enabled:tool-called': inAnswers(chats, when('with tool calls', hasCalls, without)),
  'enabled:fallback': answeringBody('sends no notes where a fallback model served', (reply, request) => {
    const hasFallenBack = isChat(request) && bodyOf(request).model !== reply.model;
    return hasFallenBack ? without.change(reply) : reply;
  }),
});
