import { countTokens, GatewayError, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { answering, besides, chargeAgain, isChat, isObject, isStream } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';
import { serving } from '../serving.ts';

const bodyOf = ({ body }: SeenRequest) => (isObject(body) ? body : {});
const modelOf = (request: SeenRequest) => String(bodyOf(request).model ?? '');
const knows = ({ account }: SeenRequest, id: string) => account?.models.has(id) ?? false;

/** Fails itself on some requests. */
const failing = (when: (request: SeenRequest) => boolean) =>
  patch('exchanges', ({ refusal }) => ({
    refusal: (request) =>
      refusal(request) ??
      (isChat(request) && request.account !== undefined && when(request)
        ? new GatewayError('internal_error', 'Internal server error.')
        : undefined),
  }));

const isLone = (text: string) => !text.isWellFormed();
const contents = (request: SeenRequest) => {
  const { messages } = bodyOf(request);
  return Array.isArray(messages) ? messages.map((message) => message?.content) : [];
};

const odd: readonly Deviation[] = [
  breaking(
    'chat.odd.messages:surrogate',
    'fails itself on half a surrogate pair',
    failing((request) => contents(request).some((content) => typeof content === 'string' && isLone(content))),
  ),
  breaking(
    'chat.odd.messages:none',
    'fails itself without messages',
    failing((request) => contents(request).length === 0 && Array.isArray(bodyOf(request).messages)),
  ),
  breaking(
    'chat.odd.messages:parts',
    'fails itself on content in parts',
    failing((request) => contents(request).some((content) => Array.isArray(content))),
  ),
  breaking(
    'chat.odd.messages:deep',
    'fails itself on deep messages',
    failing((request) => JSON.stringify(bodyOf(request).messages ?? '').includes('['.repeat(100))),
  ),
  breaking(
    'chat.odd.unknown-key:prototype',
    'looks for stream in the prototype that a body gives itself',
    patch('streaming', ({ isWanted }) => ({
      isWanted: (body) => isWanted(body) || JSON.stringify(body).includes('"__proto__":{"stream":true}'),
    })),
  ),
  breaking(
    'chat.odd.unknown-key:inner-stream',
    'looks for stream anywhere in a body',
    patch('streaming', { isWanted: (body) => JSON.stringify(body).includes('"stream":true') }),
  ),
  breaking(
    'chat.odd.tools:empty',
    'fails itself on an empty list of tools',
    failing((request) => JSON.stringify(bodyOf(request).tools) === '[]'),
  ),
  breaking(
    'chat.odd.out-of-range:overflow',
    'fails itself on numbers above 64 bits',
    failing((request) => Number(bodyOf(request).max_tokens) > 2 ** 63),
  ),
  breaking(
    'chat.odd.out-of-range:zero',
    'fails itself on a limit of 0 tokens',
    failing((request) => bodyOf(request).max_tokens === 0),
  ),
  breaking(
    'chat.odd.null:service',
    'fails itself on a service object that is null',
    failing((request) => Object.entries(bodyOf(request)).some(([name, value]) => value === null && name.length === 3)),
  ),
  breaking(
    'chat.odd.null:stream',
    'takes stream null for true',
    answering((answer, request) =>
      isChat(request) && answer.status === 200 && bodyOf(request).stream === null
        ? { status: 200, contentType: 'text/event-stream', body: 'data: {"choices":[]}\n\ndata: [DONE]\n\n' }
        : answer,
    ),
  ),
  breaking(
    'chat.odd.content-type:charset',
    'fails itself on charsets that it does not know',
    failing(({ headers }) => /charset=(?!"?utf-?8)/i.test(String(headers['content-type'] ?? ''))),
  ),
];

const models: readonly Deviation[] = [
  breaking(
    'chat.model.unknown:slug',
    'finds models by their slug alone',
    serving(
      (request) =>
        modelOf(request).split('/').length === 2 &&
        !knows(request, modelOf(request)) &&
        [...(request.account?.models.keys() ?? [])].some((id) => id.split('/')[1] === modelOf(request).split('/')[1]),
    ),
  ),
  breaking(
    'chat.model.unknown:prefix',
    'finds models by the beginning of their id',
    serving(
      (request) =>
        modelOf(request).length > 12 &&
        !knows(request, modelOf(request)) &&
        [...(request.account?.models.keys() ?? [])].some(
          (id) => id.startsWith(modelOf(request)) || modelOf(request).startsWith(id),
        ),
    ),
  ),
  breaking(
    'chat.model.unknown:default',
    'serves unknown models by its first one',
    serving(
      (request) =>
        !knows(request, modelOf(request)) &&
        /^[\w.-]+\/[\w.-]+$/.test(modelOf(request)) &&
        !isStream(request) &&
        request.account !== undefined,
    ),
  ),
  breaking(
    'chat.model.malformed:slug',
    'finds models by their slug without an author',
    serving(
      (request) =>
        !modelOf(request).includes('/') &&
        [...(request.account?.models.keys() ?? [])].some((id) => id.split('/')[1] === modelOf(request)),
    ),
  ),
  ...(
    [
      ['long', 'fails itself on long model ids', (id: string) => id.length > 255],
      ['null', 'fails itself on a null character in a model id', (id: string) => id.includes('\0')],
      ['unicode', 'fails itself on model ids beyond ASCII', (id: string) => /[^\0-\x7f]/.test(id)],
      ['percent', 'fails itself on a percent sign in a model id', (id: string) => id.includes('%')],
    ] as const
  ).map(([how, summary, applies]) =>
    breaking(
      `chat.model.malformed:${how}`,
      summary,
      failing((request) => applies(modelOf(request))),
    ),
  ),
  ...(['embeddings'] as const).map((modality) =>
    breaking(
      `chat.model.wrong-modality:${modality}`,
      `serves conversations by ${modality} models`,
      patch('admission', ({ isServed }) => ({
        isServed: (kind, model) => (kind === 'chat' && model.modality === modality) || isServed(kind, model),
      })),
    ),
  ),
  breaking(
    'chat.model.wrong-modality:stream',
    'streams from any model',
    serving(
      (request) =>
        isStream(request) &&
        ['image', 'audio_stt'].includes(request.account?.models.get(modelOf(request))?.modality ?? ''),
    ),
  ),
];

const windows: readonly Deviation[] = [
  breaking(
    'chat.context.too-long:users',
    'counts the words of users only',
    patch('admission', {
      isTooLong: ({ messages }, { contextWindow }) =>
        Array.isArray(messages) && countTokens(messages.filter(({ role }) => role === 'user')) > contextWindow,
    }),
  ),
  breaking(
    'chat.context.too-long:assistants',
    'does not count what the assistant said',
    patch('admission', {
      isTooLong: ({ messages }, { contextWindow }) =>
        Array.isArray(messages) && countTokens(messages.filter(({ role }) => role !== 'assistant')) > contextWindow,
    }),
  ),
  breaking(
    'chat.context.too-long:not-streamed',
    'looks at the window of streams only',
    patch('admission', ({ isTooLong }) => ({
      isTooLong: (body, model) => body.stream === true && isTooLong(body, model),
    })),
  ),
  breaking(
    'chat.context.too-long:list',
    'does not look at the window where a list is given',
    patch('admission', { skips: (step, _caller, { modelIds }) => step === 'context' && modelIds.length > 1 }),
  ),
  breaking(
    'chat.context.too-long:streamed-list',
    'does not look at the window of streams with a list',
    patch('admission', {
      skips: (step, _caller, { modelIds, body }) => step === 'context' && modelIds.length > 1 && body.stream === true,
    }),
  ),
  breaking(
    'chat.context.too-long:tools',
    'does not look at the window where tools are offered',
    patch('admission', { skips: (step, _caller, { body }) => step === 'context' && body.tools !== undefined }),
  ),
  breaking(
    'chat.context.too-long:parts',
    'does not count contents that are parts',
    patch('admission', {
      isTooLong: ({ messages }, { contextWindow }) =>
        Array.isArray(messages) &&
        countTokens(messages.filter(({ content }) => !Array.isArray(content))) > contextWindow,
    }),
  ),
];

/** Sends the smallest valid request to the same model. */
const asksAnyway = (when: (request: SeenRequest, status: number, code: string) => boolean) =>
  besides((request, answer) => {
    const error = isObject(answer?.body) ? answer.body.error : undefined;
    if (!isChat(request) || !isObject(error) || !when(request, answer?.status ?? 0, String(error.code))) return [];
    const body = { model: modelOf(request), messages: [{ role: 'user', content: 'hello' }] };
    return [
      { method: 'POST', path: request.path, headers: { authorization: String(request.headers.authorization) }, body },
    ];
  });

const effects: readonly Deviation[] = [
  breaking(
    'chat.refusal.without-effect:stream',
    'calls the endpoint of a stream before it looks at the body',
    asksAnyway((request, status) => isStream(request) && status === 400),
  ),
  ...(['no_endpoint_available', 'forbidden', 'unsupported_capability'] as const).map((code) =>
    breaking(
      `chat.refusal.uncharged:${code}`,
      `charges what it refuses with ${code}`,
      patch('admission', { chargesRefused: (refused) => refused === code }),
    ),
  ),
  breaking(
    'chat.refusal.uncharged:rate_limited',
    'charges requests beyond the rate limit',
    besides((request, answer) => {
      if (isChat(request) && answer?.status === 429) chargeAgain(request);
      return [];
    }),
  ),
  breaking(
    'chat.served.charged-once:streams-twice',
    'records streams twice',
    besides((request, answer) => {
      const { account } = request;
      if (isChat(request) && isStream(request) && answer === undefined && account !== undefined) {
        const last = account.generations.at(-1);
        if (last !== undefined) account.generations.push({ ...last, id: `${last.id}b`, chargedUsd: 0 });
      }
      return [];
    }),
  ),
  breaking(
    'chat.served.charged-once:after-fallback',
    'charges the failed model, too',
    besides((request, answer) => {
      const failedFirst = isObject(answer?.body) && answer.status === 200 && answer.body.model !== modelOf(request);
      if (isChat(request) && failedFirst) chargeAgain(request);
      return [];
    }),
  ),
];

/** Ways to get wrong, in one corner only, what a conversation may be about and what it leads to. */
export const conditionCorners: readonly Deviation[] = [...odd, ...models, ...windows, ...effects];
