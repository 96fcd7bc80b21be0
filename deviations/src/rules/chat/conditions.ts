import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { chatsSent } from '../../body-scopes.ts';
import type { Change } from '../../change.ts';
import { isObject, type JsonObject } from '../../changes/exchange-changes.ts';
import { chatsWith, keyed, requestedModel, streamsWith, withList } from '../../chat-scopes.ts';

import { countOnly, sendEvents, skipWindow } from '../../operators/chat-requests.ts';
import { classify } from '../../operators/classify.ts';
import { nameAnother } from '../../operators/name-another.ts';
import { recode, refuse, serve } from '../../operators/refuse.ts';
import { wantStreams } from '../../operators/streams.ts';
import { each, rows } from '../../rows.ts';
import { and, chats, everywhere, not, streams, withField } from '../../scopes.ts';

const failAt = (words: string, holds: (body: JsonObject, request: SeenRequest) => boolean): Change =>
  refuse(chatsWith(words, holds), 'internal_error');

const knownKeys = new Set(
  'model models messages stream max_tokens max_completion_tokens temperature tools response_format provider svc'.split(
    ' ',
  ),
);
const hasOtherKey = (object: unknown, ...known: readonly string[]) =>
  isObject(object) && Object.keys(object).some((key) => !known.includes(key));
const messagesOf = ({ messages }: JsonObject) => (Array.isArray(messages) ? (messages as unknown[]) : []);
const contents = (body: JsonObject) =>
  messagesOf(body).map((message) => (isObject(message) ? message.content : undefined));
const amounts = ({ max_tokens, max_completion_tokens, temperature }: JsonObject) =>
  [max_tokens, max_completion_tokens, temperature].filter((value) => typeof value === 'number');

/** Odd bodies that must not make the gateway fail. */
export const chatOdd = rows({
  'chat.odd.messages': failAt('a message without text', (body) =>
    contents(body).some((content) => typeof content !== 'string'),
  ),
  'chat.odd.messages:surrogate': failAt('half a surrogate pair', (body) =>
    contents(body).some((content) => typeof content === 'string' && !content.isWellFormed()),
  ),
  'chat.odd.messages:none': failAt('an empty list of messages', ({ messages }) => JSON.stringify(messages) === '[]'),
  'chat.odd.messages:parts': failAt('content in parts', (body) => contents(body).some(Array.isArray)),
  'chat.odd.messages:deep': failAt('deep messages', ({ messages }) =>
    JSON.stringify(messages ?? '').includes('['.repeat(100)),
  ),
  'chat.odd.tools': failAt(
    'tools that are no functions',
    ({ tools }) => Array.isArray(tools) && tools.some((tool) => !isObject(tool) || !isObject(tool.function)),
  ),
  'chat.odd.tools:empty': failAt('no tools in a list', ({ tools }) => JSON.stringify(tools) === '[]'),
  'chat.odd.unknown-key': failAt('unknown keys', (body) => hasOtherKey(body, ...knownKeys)),
  'chat.odd.unknown-key:prototype': wantStreams(
    'where a prototype in the body says so',
    (body, isWanted) => isWanted || JSON.stringify(body).includes('"__proto__":{"stream":true}'),
  ),
  'chat.odd.unknown-key:inner-stream': wantStreams('where stream is true anywhere in the body', (body) =>
    JSON.stringify(body).includes('"stream":true'),
  ),
  'chat.odd.provider-key': failAt('unknown keys of provider', ({ provider }) => hasOtherKey(provider, 'only')),
  'chat.odd.svc-key': failAt('unknown keys of svc', ({ svc }) => hasOtherKey(svc, 'zdr', 'retention', 'region')),
  'chat.odd.out-of-range': failAt('numbers out of range', (body) => amounts(body).some((one) => one < 0 || one > 1e6)),
  'chat.odd.out-of-range:overflow': failAt('numbers above 64 bits', (body) => Number(body.max_tokens) > 2 ** 63),
  'chat.odd.out-of-range:zero': failAt('max_tokens 0', (body) => body.max_tokens === 0),
  'chat.odd.null': failAt('null', (body) => Object.values(body).includes(null)),
  'chat.odd.null:service': failAt('svc null', ({ svc }) => svc === null),
  'chat.odd.null:under-key': failAt(
    'null under an Idempotency-Key',
    (body, request) => keyed.covers(request) && Object.values(body).includes(null),
  ),
  'chat.odd.null:stream': sendEvents(chatsWith('stream null', ({ stream }) => stream === null)),
  'chat.odd.content-type': refuse(
    chatsSent(
      'another content type',
      (_text, { headers }) => !/^application\/json/.test(String(headers['content-type'])),
    ),
    'internal_error',
  ),
  'chat.odd.content-type:charset': failAt('an unknown charset', (_body, { headers }) =>
    /charset=(?!"?utf-?8)/i.test(String(headers['content-type'])),
  ),
});

const idOf = ({ model }: JsonObject) => String(model ?? '');
const known = ({ account }: SeenRequest) => [...(account?.models.keys() ?? [])];
const modelWith = (words: string, holds: (id: string, known: readonly string[]) => boolean) =>
  chatsWith(words, (body, request) => holds(idOf(body), known(request)));
const isOtherModality = (request: SeenRequest) => (requestedModel(request)?.modality ?? 'text') !== 'text';
const slugOf = (id: string) => id.split('/')[1];

/** Models that are unknown, or of another sort. */
export const chatModel = rows({
  'chat.model.unknown': recode(
    'no_endpoint_available',
    'model_not_found',
    modelWith('an unknown model', (id, ids) => !ids.includes(id)),
  ),
  'chat.model.unknown:slug': serve(
    modelWith(
      'the slug of a model under another author',
      (id, ids) => slugOf(id) !== undefined && !ids.includes(id) && ids.some((one) => slugOf(one) === slugOf(id)),
    ),
  ),
  'chat.model.unknown:prefix': serve(
    modelWith(
      'the beginning of a model id, or more than one',
      (id, ids) => id.length > 12 && !ids.includes(id) && ids.some((one) => one.startsWith(id) || id.startsWith(one)),
    ),
  ),
  'chat.model.unknown:default': serve(
    and(
      modelWith('an unknown model', (id, ids) => !ids.includes(id) && /^[\w.-]+\/[\w.-]+$/.test(id)),
      not(streams),
    ),
  ),
  'chat.model.malformed': recode(
    'no_endpoint_available',
    'model_not_found',
    modelWith('a malformed model id', (id) => id.split('/').length !== 2),
  ),
  'chat.model.malformed:slug': serve(
    modelWith('the slug of a model alone', (id, ids) => ids.some((one) => slugOf(one) === id)),
  ),
  ...each(
    [
      ['long', 'more than 255 characters', /^.{256}/s],
      ['null', 'a null character', /\0/],
      ['unicode', 'characters beyond ASCII', /[^\0-\x7f]/],
      ['percent', 'a percent sign', /%/],
    ] as const,
    ([how, words, pattern]) => [
      `chat.model.malformed:${how}`,
      failAt(`${words} in the model id`, (body) => pattern.test(idOf(body))),
    ],
  ),
  'chat.model.wrong-modality': serve(
    chatsWith('a model of another modality', (_body, request) => isOtherModality(request)),
  ),
  'chat.model.wrong-modality:embeddings': serve(
    chatsWith('an embeddings model', (_body, request) => requestedModel(request)?.modality === 'embeddings'),
  ),
  'chat.model.wrong-modality:stream': serve(
    streamsWith('a model of another modality', (_body, request) => isOtherModality(request)),
  ),
  'chat.model.echoed': nameAnother('in whole replies', (_identity, chunk) => chunk === undefined),
});

const filtered = chatsWith(
  'a filter',
  ({ provider }) => isObject(provider) && JSON.stringify(provider.only ?? []) !== '[]',
);

/** What the request or its endpoint rules out. */
export const chatLimits = rows({
  'chat.provider.excluding-filter:ignored': serve(filtered),
  'chat.provider.excluding-filter:list': serve(and(filtered, withList)),
  'chat.provider.excluding-filter:unavailable': recode('no_endpoint_available', 'provider_unavailable', filtered),
  'chat.feature.unsupported': recode('unsupported_capability', 'policy_conflict', chats),
  'chat.moderation.refused:forbidden': recode('moderation_refused', 'forbidden', chats),
  'chat.context.too-long:unseen': skipWindow(everywhere),
  'chat.context.too-long:not-streamed': skipWindow(not(streams)),
  'chat.context.too-long:list': skipWindow(withList),
  'chat.context.too-long:streamed-list': skipWindow(and(streams, withList)),
  'chat.context.too-long:tools': skipWindow(withField('tools')),
  'chat.context.too-long:code': recode('context_length_exceeded', 'invalid_request', chats),
  'chat.context.too-long:users': countOnly('the messages of users', ({ role }) => role === 'user'),
  'chat.context.too-long:assistants': countOnly(
    'messages of others than the assistant',
    ({ role }) => role !== 'assistant',
  ),
  'chat.context.too-long:parts': countOnly('messages of one text', ({ content }) => !Array.isArray(content)),
  'chat.context.within': refuse(
    chatsWith('messages of a tenth of the context window', ({ messages }, request) => {
      const { contextWindow } = requestedModel(request) ?? { contextWindow: Number.POSITIVE_INFINITY };
      return JSON.stringify(messages ?? '').length > contextWindow / 10;
    }),
    'context_length_exceeded',
  ),
  'chat.context.endpoint-refused': classify(
    {
      words: 'the refusal of long input',
      covers: (failure) => failure.how === 'status' && /context_length|maximum context/i.test(failure.body),
    },
    'internal_error',
  ),
});
