import type { Behaviour } from '../behaviour/behaviour.ts';
import { type Deviation, patch } from '../behaviour/patch.ts';
import { breaking } from './breaking.ts';
import { forwarding } from './forwarding.ts';
import { inMessages } from './in-completions.ts';
import { inside, insideEach, without } from './reshape.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const inText = (change: (text: string) => string) => (message: JsonObject) =>
  typeof message.content === 'string' ? { ...message, content: change(message.content) } : message;

/** The answer of one request given to another that runs at the same time. */
function mixingUpAnswers(behaviour: Behaviour): Behaviour {
  const running = new Map<string, number>();
  const first = new Map<string, JsonObject>();
  const started = forwarding((body, model) => {
    running.set(model.id, (running.get(model.id) ?? 0) + 1);
    return body;
  });
  return patch('completions', ({ completion }) => ({
    completion(served, identity) {
      const own = completion(served, identity);
      const left = (running.get(identity.model) ?? 1) - 1;
      running.set(identity.model, left);
      const mixed = first.get(identity.model) ?? own;
      if (left > 0) first.set(identity.model, mixed);
      else first.delete(identity.model);
      return { ...own, choices: mixed.choices };
    },
  }))(started(behaviour));
}

/** Ways to lose or change what an endpoint said, and what it is sent. */
const relay: readonly Deviation[] = [
  breaking(
    'chat.response.json',
    'answers completions as text/plain',
    patch('completions', { contentType: 'text/plain' }),
  ),
  breaking(
    'chat.response.default-not-streamed',
    'streams unless stream is false',
    (behaviour) =>
      forwarding((body) => ({ ...body, stream: body.stream !== false }))(
        patch('streaming', { isWanted: ({ stream }) => stream !== false })(behaviour),
      ),
    { entails: ['chat.response.json'] },
  ),
  breaking(
    'chat.response.error-free',
    'tells error: {} with every completion',
    patch('completions', ({ completion }) => ({
      completion: (served, identity) => ({ ...completion(served, identity), error: { code: 'none' } }),
    })),
  ),
  breaking('chat.relay.content', 'trims the content', inMessages(inText((text) => text.trim())), { how: 'trim' }),
  breaking(
    'chat.relay.content',
    'cuts the content after 40 characters',
    inMessages(inText((text) => text.slice(0, 40))),
    { how: 'cut' },
  ),
  breaking(
    'chat.relay.unicode',
    'replaces what lies beyond the basic plane',
    inMessages(inText((text) => text.replace(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD'))),
    { how: 'planes' },
  ),
  breaking(
    'chat.relay.unicode',
    'normalises the content',
    inMessages(inText((text) => text.normalize('NFC').replaceAll('\r\n', '\n'))),
    { how: 'normalised' },
  ),
  breaking(
    'chat.relay.tool-calls',
    'passes on the first tool call only',
    inMessages((message) =>
      Array.isArray(message.tool_calls) ? { ...message, tool_calls: message.tool_calls.slice(0, 1) } : message,
    ),
    { how: 'first' },
  ),
  breaking(
    'chat.relay.tool-calls',
    'gives tool calls ids of its own',
    inMessages((message) => insideEach(message, 'tool_calls', (call) => ({ ...call, id: 'call_0' }))),
    { how: 'ids' },
  ),
  breaking(
    'chat.relay.tool-calls',
    'writes the arguments of tool calls anew',
    inMessages((message) =>
      insideEach(message, 'tool_calls', (call) =>
        inside(call, 'function', (called) => ({ ...called, arguments: String(called.arguments).replace(/\s+/g, '') })),
      ),
    ),
    { how: 'arguments' },
  ),
  breaking(
    'chat.relay.finish-reason',
    'always finishes with stop',
    patch('completions', ({ completion }) => ({
      completion: (served, identity) =>
        insideEach(completion(served, identity), 'choices', (choice) => ({ ...choice, finish_reason: 'stop' })),
    })),
  ),
  breaking(
    'chat.relay.own-answer',
    'gives requests of one model that run at the same time one answer',
    mixingUpAnswers,
  ),
  breaking(
    'chat.forward.messages',
    'puts a system message in front',
    forwarding((body) => ({
      ...body,
      ...(Array.isArray(body.messages)
        ? { messages: [{ role: 'system', content: 'Be kind.' }, ...(body.messages as unknown[])] }
        : {}),
    })),
    { how: 'added' },
  ),
  breaking(
    'chat.forward.messages',
    'sends the last message only',
    forwarding((body) => (Array.isArray(body.messages) ? { ...body, messages: body.messages.slice(-1) } : body)),
    { how: 'last' },
  ),
  breaking(
    'chat.forward.messages',
    'trims messages',
    forwarding((body) => insideEach(body, 'messages', (message) => inText((text) => text.trim())(message))),
    { how: 'trim' },
  ),
  breaking(
    'chat.forward.max-tokens',
    'does not pass on max_tokens',
    forwarding((body) => without(body, 'max_tokens')),
  ),
  breaking(
    'chat.forward.max-completion-tokens',
    'passes half of max_completion_tokens on as max_tokens',
    forwarding((body) =>
      'max_completion_tokens' in body
        ? { ...without(body, 'max_completion_tokens'), max_tokens: Math.floor(Number(body.max_completion_tokens) / 2) }
        : body,
    ),
  ),
  breaking(
    'chat.forward.temperature',
    'rounds the temperature',
    forwarding((body) =>
      typeof body.temperature === 'number' ? { ...body, temperature: Math.round(body.temperature) } : body,
    ),
  ),
  breaking(
    'chat.forward.tools',
    'passes on the first tool only',
    forwarding((body) => (Array.isArray(body.tools) ? { ...body, tools: body.tools.slice(0, 1) } : body)),
    { how: 'first' },
  ),
  breaking(
    'chat.forward.tools',
    'leaves out the parameters of tools',
    forwarding((body) =>
      insideEach(body, 'tools', (tool) => inside(tool, 'function', (called) => without(called, 'parameters'))),
    ),
    { how: 'parameters' },
  ),
  breaking(
    'chat.forward.response-format',
    'does not pass on response_format',
    forwarding((body) => without(body, 'response_format')),
    { how: 'dropped' },
  ),
  breaking(
    'chat.forward.response-format',
    'passes json_schema on as json_object',
    forwarding((body) =>
      inside(body, 'response_format', (format) => (format.type === 'json_schema' ? { type: 'json_object' } : format)),
    ),
    { how: 'schema' },
  ),
  breaking(
    'chat.forward.once',
    'calls the endpoint twice',
    patch('routing', {
      extraCalls: (moment, candidates, place) => (moment === 'attempt' ? candidates.slice(place, place + 1) : []),
    }),
    { entails: ['fallback.order.one-at-a-time'] },
  ),
];

/** Ways to get wrong what a conversation may be about. */
const conditions: readonly Deviation[] = [
  breaking('chat.served.charged-once', 'records every served request twice', patch('usage', { copies: 2 }), {
    how: 'recorded-twice',
  }),
  breaking('chat.served.charged-once', 'charges nothing', patch('usage', { chargeUsd: () => 0 }), {
    how: 'free',
    entails: ['auth.cap.chat', 'auth.cap.media'],
  }),
  breaking(
    'chat.odd.messages',
    'fails itself on messages that it does not understand',
    patch('routing', ({ upstreamBody }) => ({
      upstreamBody: (body, model, field) =>
        upstreamBody(
          {
            ...body,
            ...(Array.isArray(body.messages) && { messages: body.messages.map(understood) }),
          },
          model,
          field,
        ),
    })),
  ),
  breaking(
    'chat.odd.tools',
    'fails itself on tools that it does not understand',
    forwarding((body) =>
      insideEach(body, 'tools', (tool) => (typeof (tool as JsonObject | null)?.function === 'object' ? tool : fail(0))),
    ),
  ),
  breaking(
    'chat.odd.unknown-key',
    'fails itself on keys that it does not know',
    failingOn(({ body }, known) => Object.keys(body).some((key) => !known.has(key))),
  ),
  breaking(
    'chat.odd.provider-key',
    'fails itself on unknown keys of provider',
    failingOn(({ provider }) => Object.keys(provider).some((key) => key !== 'only')),
  ),
  breaking(
    'chat.odd.svc-key',
    'fails itself on unknown keys of the service object',
    failingOn(({ service }) => Object.keys(service).some((key) => !['zdr', 'retention', 'region'].includes(key))),
  ),
  breaking(
    'chat.odd.out-of-range',
    'fails itself on numbers out of range',
    failingOn(({ body }) =>
      [body.max_tokens, body.max_completion_tokens, body.temperature].some(
        (value) => typeof value === 'number' && (value < 0 || value > 1e6),
      ),
    ),
  ),
  breaking(
    'chat.odd.null',
    'fails itself on null',
    failingOn(({ body }) => Object.values(body).includes(null)),
  ),
  breaking(
    'chat.odd.content-type',
    'fails itself on other content types',
    patch('bodies', { contentTypeProblem: (type) => (type?.startsWith('application/json') ? undefined : fail(0)) }),
  ),
  breaking(
    'chat.model.unknown',
    'refuses an unknown model with model_not_found',
    patch('admission', ({ unknownModel }) => ({
      unknownModel: (request, ids) => (unknownModel(request, ids) === undefined ? undefined : 'model_not_found'),
    })),
    { entails: ['fallback.list.all-unknown', 'chat.model.malformed'] },
  ),
  breaking(
    'chat.model.malformed',
    'refuses a malformed model id with model_not_found',
    patch('admission', ({ unknownModel }) => ({
      unknownModel: (request, ids) =>
        ids[0] !== undefined && ids[0].split('/').length !== 2 ? 'model_not_found' : unknownModel(request, ids),
    })),
  ),
  breaking(
    'chat.model.wrong-modality',
    'serves conversations by any model',
    patch('admission', { isServed: () => true }),
  ),
  breaking(
    'chat.model.echoed',
    'names models without their author',
    patch('completions', ({ completion }) => ({
      completion: (served, identity) =>
        completion(served, { ...identity, model: identity.model.split('/').at(-1) ?? '' }),
    })),
    { entails: ['fallback.answer.model-named', 'fallback.endpoint.same-model'] },
  ),
  breaking(
    'chat.provider.excluding-filter',
    'ignores the filters of provider',
    patch('admission', { excludingFilters: () => [] }),
    { how: 'ignored', entails: ['error.message.excluding-filter'] },
  ),
  breaking(
    'chat.provider.excluding-filter',
    'refuses what the filters exclude with provider_unavailable',
    patch('errors', ({ translate }) => ({
      translate: (error) =>
        error.code === 'no_endpoint_available' && error.message.includes('filters')
          ? error.as('provider_unavailable')
          : translate(error),
    })),
    { how: 'unavailable', entails: ['error.message.excluding-filter'] },
  ),
  breaking(
    'chat.feature.unsupported',
    'refuses features that it does not have as a conflict with a policy',
    patch('errors', ({ translate }) => ({
      translate: (error) => (error.code === 'unsupported_capability' ? error.as('policy_conflict') : translate(error)),
    })),
    { entails: ['error.code.unsupported-capability'] },
  ),
  breaking(
    'chat.context.too-long',
    'does not look at the context window',
    patch('admission', { isTooLong: () => false }),
    { how: 'unseen' },
  ),
  breaking(
    'chat.context.too-long',
    'refuses what is too long with invalid_request',
    patch('errors', ({ translate }) => ({
      translate: (error) => (error.code === 'context_length_exceeded' ? error.as('invalid_request') : translate(error)),
    })),
    { how: 'code' },
  ),
  breaking(
    'chat.context.within',
    'refuses what takes a tenth of the context window',
    patch('admission', {
      isTooLong: (body, model) => JSON.stringify(body.messages ?? '').length > model.contextWindow / 10,
    }),
  ),
  breaking(
    'chat.context.endpoint-refused',
    'tells an endpoint’s refusal of long input as its own failure',
    patch('routing', ({ classify }) => ({
      classify: (failure) => (classify(failure) === 'context_length_exceeded' ? 'internal_error' : classify(failure)),
    })),
  ),
  breaking(
    'chat.moderation.refused',
    'tells a refusal on content grounds as forbidden',
    patch('errors', ({ translate }) => ({
      translate: (error) => (error.code === 'moderation_refused' ? error.as('forbidden') : translate(error)),
    })),
    { how: 'forbidden' },
  ),
  breaking('chat.metadata.enabled', 'never tells the notes', patch('completions', { wantsMetadata: () => false })),
  breaking(
    'chat.metadata.other-value',
    'tells the notes whatever the header says',
    patch('completions', { wantsMetadata: (header) => header !== undefined }),
  ),
];

function understood(message: JsonObject, index: number): JsonObject {
  return typeof message.content === 'string' ? message : fail(index);
}

function fail(index: number): never {
  throw new TypeError(`item ${index} was not foreseen`);
}

interface Parts {
  readonly body: JsonObject;
  readonly provider: JsonObject;
  readonly service: JsonObject;
}

const knownKeys = new Set(
  'model models messages stream max_tokens max_completion_tokens temperature tools response_format provider svc'.split(
    ' ',
  ),
);

/** Fails where it should serve or refuse. */
function failingOn(
  applies: (parts: Parts, known: ReadonlySet<string>) => boolean,
): (behaviour: Behaviour) => Behaviour {
  return patch('admission', ({ unsupportedFeature }) => ({
    unsupportedFeature: (request) =>
      request.kind === 'chat' && applies(request, knownKeys) ? fail(0) : unsupportedFeature(request),
  }));
}

export const conversationDeviations: readonly Deviation[] = [...relay, ...conditions];
