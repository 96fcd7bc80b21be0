import type { Model, SeenRequest } from '@gateproof/simulator/behaviour';
import { answeringBody, beforehand, each, remembering, rows } from '../../change.ts';
import { skip } from '../../operators/admit.ts';
import { countOnly, fail, recode, refuse, reportInStream, sendEvents, serve } from '../../operators/answers.ts';
import { classify, failures } from '../../operators/classify.ts';
import { andUnlisted, tryEndpoints } from '../../operators/routing.ts';
import { nameAnother, wantStreams } from '../../operators/streams.ts';
import { bodyOf, isObject, type JsonObject, patternOf } from '../../requests/seen.ts';
import { chatsSent, chatsWith, keyed, requestedModel, streamsWith, withField, withList } from '../../scopes/bodies.ts';
import { and, chats, everywhere, not, requests, type Scope, streams } from '../../scopes/requests.ts';

const known =
  'model models messages stream max_tokens max_completion_tokens temperature tools response_format provider svc';
const hasOtherKey = (object: unknown, keys: string) =>
  isObject(object) && Object.keys(object).some((key) => !keys.split(' ').includes(key));
/** Requests with a message whose content is so. */
const saying = (words: string, holds: (content: unknown) => boolean): Scope =>
  chatsWith(words, ({ messages }) => Array.isArray(messages) && messages.some((one) => holds(one?.content)));
const isOf = (value: unknown, pattern: RegExp) => pattern.test(JSON.stringify(value) ?? '');
const typeOf = ({ headers }: SeenRequest) => String(headers['content-type']);
const amounts = ({ max_tokens, max_completion_tokens, temperature }: JsonObject) =>
  [max_tokens, max_completion_tokens, temperature].filter((value) => typeof value === 'number');

const withNull = chatsWith('null', (body) => Object.values(body).includes(null));
const isFunction = (tool: unknown): boolean => isObject(tool) && isObject(tool.function);
const odd: Readonly<Record<string, Scope>> = {
  messages: saying('a message without text', (content) => typeof content !== 'string'),
  'messages:surrogate': saying('half a surrogate pair', (text) => typeof text === 'string' && !text.isWellFormed()),
  'messages:none': chatsWith('an empty list of messages', ({ messages }) => isOf(messages, /^\[\]$/)),
  'messages:parts': saying('content in parts', Array.isArray),
  'messages:deep': chatsWith('deep messages', ({ messages }) => isOf(messages, /\[{100}/)),
  tools: chatsWith('a tool that is no function', ({ tools }) => Array.isArray(tools) && !tools.every(isFunction)),
  'tools:empty': chatsWith('an empty list of tools', ({ tools }) => isOf(tools, /^\[\]$/)),
  deep: chatsSent('many lists within each other', (text) => /\[{1000}/.test(text)),
  'deep:message': chatsWith('a message of many lists', ({ messages }) => isOf(messages, /\[{1000}/)),
  'unknown-key': chatsWith('an unknown key', (body) => hasOtherKey(body, known)),
  'provider-key': chatsWith('an unknown key of provider', ({ provider }) => hasOtherKey(provider, 'only')),
  'svc-key': chatsWith('an unknown key of svc', ({ svc }) => hasOtherKey(svc, 'zdr retention region')),
  'out-of-range': chatsWith('numbers out of range', (body) => amounts(body).some((one) => one < 0 || one > 1e6)),
  'out-of-range:overflow': chatsWith('numbers above 64 bits', (body) => Number(body.max_tokens) > 2 ** 63),
  'out-of-range:infinite': chatsWith('infinite numbers', (body) => amounts(body).includes(Number.POSITIVE_INFINITY)),
  'out-of-range:zero': chatsWith('max_tokens 0', (body) => body.max_tokens === 0),
  null: withNull,
  'null:service': chatsWith('svc null', ({ svc }) => svc === null),
  'null:under-key': and(withNull, keyed),
  'content-type': chatsSent('another content type', (_text, request) => !/^application\/json/.test(typeOf(request))),
  'content-type:mark': chatsSent('a byte order mark', (_text, { rawBody }) => rawBody[0] === 0xef),
  'content-type:bytes': chatsSent('bytes that are not UTF-8', (text) => text.includes('\ufffd')),
  'content-type:charset': chatsSent('another charset', (_text, seen) => /charset=(?!"?utf-?8)/i.test(typeOf(seen))),
};

/** Odd bodies that must not make the gateway fail. */
export const chatOdd = rows('chat.odd', {
  ...each('*', odd, (scope) => fail(scope)),
  'null:stream': sendEvents(chatsWith('stream null', ({ stream }) => stream === null)),
  'unknown-key:prototype': wantStreams('where a prototype in the body says so', (body, isWanted) => {
    return isWanted || isOf(body, /"__proto__":\{"stream":true\}/);
  }),
  'unknown-key:inner-stream': wantStreams('by any stream in the body', (body) => isOf(body, /"stream":true/)),
});

/** Requests by the model that they name and the ids that there are. */
const naming = (words: string, holds: (id: string, ids: readonly string[]) => boolean): Scope =>
  chatsWith(words, ({ model }, { account }) => holds(String(model ?? ''), [...(account?.models.keys() ?? [])]));
const unknown = (words: string, holds: (id: string, one: string) => boolean): Scope =>
  naming(words, (id, ids) => !ids.includes(id) && ids.some((one) => holds(id, one)));
const isOther = (model: Model | undefined) => (model?.modality ?? 'text') !== 'text';
const isOtherModality = (_body: unknown, request: SeenRequest) => isOther(requestedModel(request));
const hasOtherEntry = ({ models }: JsonObject, { account }: SeenRequest) =>
  Array.isArray(models) && models.some((id) => isOther(account?.models.get(String(id))));

const unknownOne = unknown('an unknown model', (id) => /^[\w.-]+\/[\w.-]+$/.test(id));
const servedModels: Readonly<Record<string, Scope>> = {
  'unknown:slug': unknown('a slug under another author', (id, one) => /\/.*/.exec(id)?.[0] === /\/.*/.exec(one)?.[0]),
  'unknown:prefix': unknown('the beginning of a model id, or more than one', (id, one) => {
    return id.length > 12 && (one.startsWith(id) || id.startsWith(one));
  }),
  'unknown:variant': unknown('a variant of a model', (id, one) => id.startsWith(`${one}:`)),
  'unknown:default': and(not(streams), unknownOne),
  'malformed:pattern': unknown('a pattern of a model id', (id, one) => /[_%]/.test(id) && patternOf(id).test(one)),
  'malformed:slug': unknown('the slug of a model alone', (id, one) => one.split('/')[1] === id),
  'wrong-modality': chatsWith('a model of another modality', isOtherModality),
  'wrong-modality:stream': streamsWith('a model of another modality', isOtherModality),
  'wrong-modality:fallback': chatsWith('a fallback model of another modality', hasOtherEntry),
  'wrong-modality:embeddings': chatsWith('embeddings', (_, seen) => requestedModel(seen)?.modality === 'embeddings'),
};

const failingModels = {
  'malformed:built-in': naming('a name that every object has', (id) => /^(constructor|__proto__)\//.test(id)),
  'malformed:long': naming('a model id of more than 255 characters', (id) => id.length > 255),
  'malformed:null': naming('a null character in the model id', (id) => id.includes('\0')),
  'malformed:unicode': naming('a model id beyond ASCII', (id) => /[^\0-\x7f]/.test(id)),
  'malformed:percent': naming('a percent sign in the model id', (id) => id.includes('%')),
};

const goneModels = {
  unknown: naming('an unknown model', (id, ids) => !ids.includes(id)),
  malformed: naming('a malformed model id', (id) => id.split('/').length !== 2),
};

/** A reply names the model of another request of its account that runs meanwhile. */
const namesRunning = remembering(() => {
  const running = new Map<unknown, string[]>();
  const modelIn = (request: SeenRequest) => String(bodyOf(request).model);
  return [
    beforehand('', (request) => {
      const { account } = request;
      if (chats.covers(request)) running.set(account, [...(running.get(account) ?? []), modelIn(request)]);
    }),
    answeringBody('names the model of another request that runs', (reply, request, status) => {
      if (!chats.covers(request)) return reply;
      const own = modelIn(request);
      const all = running.get(request.account) ?? [];
      running.set(request.account, all.toSpliced(all.indexOf(own), 1));
      const other = all.find((model) => model !== own);
      return status !== 200 || other === undefined ? reply : { ...reply, model: other };
    }),
  ];
});

/** Models that are unknown, or of another sort. */
export const chatModel = rows('chat.model', {
  ...each('*', servedModels, serve),
  ...each('*', failingModels, (scope) => fail(scope)),
  ...each('*', goneModels, (scope) => recode('no_endpoint_available', 'model_not_found', scope)),
  'echoed:side-by-side': namesRunning,
  echoed: nameAnother('in whole replies', (_identity, chunk) => chunk === undefined),
});

const wide = requests('where provider allows more', (sent: { readonly body: unknown }) =>
  isOf(bodyOf(sent).provider, /"allow_/),
);
const filtered = chatsWith('a filter', ({ provider }) => isOf(provider, /"only":\[[^\]]/));
const tenth = chatsWith('messages of a tenth of the context window', ({ messages }, request) => {
  const { contextWindow = Number.POSITIVE_INFINITY } = requestedModel(request) ?? {};
  return JSON.stringify(messages ?? '').length > contextWindow / 10;
});
const tooLong = /context_length|maximum context/i;
const refusedInput = failures('refusals of long input', (one) => one.how === 'status' && tooLong.test(one.body));

/** What the request or its endpoint rules out. */
export const chatLimits = rows('chat', {
  'provider.excluding-filter:ignored': serve(filtered),
  'provider.excluding-filter:list': serve(and(filtered, withList)),
  'provider.excluding-filter:unavailable': recode('no_endpoint_available', 'provider_unavailable', filtered),
  'provider.never-widens': tryEndpoints('models of no list', andUnlisted, wide),
  'provider.never-widens:forbidden': skip('key-models', wide),
  'feature.unsupported': recode('unsupported_capability', 'policy_conflict', chats),
  'moderation.refused:forbidden': recode('moderation_refused', 'forbidden', chats),
  'context.too-long:unseen': skip('context', everywhere),
  'context.too-long:not-streamed': skip('context', not(streams)),
  'context.too-long:list': skip('context', withList),
  'context.too-long:streamed-list': skip('context', and(streams, withList)),
  'context.too-long:tools': skip('context', withField('tools')),
  'context.too-long:code': recode('context_length_exceeded', 'invalid_request', chats),
  'context.too-long:users': countOnly('messages of users', (all) => [all.filter(({ role }) => role === 'user')]),
  'context.too-long:assistants': countOnly('what others say', (all) => [all.filter((one) => one.role !== 'assistant')]),
  'context.too-long:parts': countOnly('texts alone', (all) => [all.filter(({ content }) => !Array.isArray(content))]),
  'context.within': refuse(tenth, 'context_length_exceeded'),
  'context.endpoint-refused': classify(refusedInput, 'internal_error'),
  'context.too-long:in-stream': reportInStream('context_length_exceeded'),
  'feature.unsupported:in-stream': reportInStream('unsupported_capability'),
  'moderation.refused:in-stream': reportInStream('moderation_refused'),
});
