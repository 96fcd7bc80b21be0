import { type Behaviour, patch } from '@gateproof/simulator/behaviour';
import { forwarding } from '../changes/forwarding.ts';
import { insideEach } from '../changes/reshape.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';
import { namingAnother } from './naming-another.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Ways to get wrong what a conversation may be about. */
export const conversationDeviations: readonly Deviation[] = [
  breaking(
    'chat.served.charged-once:recorded-twice',
    'records every served request twice',
    patch('usage', { copies: 2 }),
  ),
  breaking('chat.served.charged-once:free', 'charges nothing', patch('usage', { chargeUsd: () => 0 })),
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
    'names another model of the account',
    namingAnother((_identity, chunk) => chunk === undefined),
  ),
  breaking(
    'chat.provider.excluding-filter:ignored',
    'ignores the filters of provider',
    patch('admission', { excludingFilters: () => [] }),
  ),
  breaking(
    'chat.provider.excluding-filter:list',
    'ignores the filters of provider when there are fallback models',
    patch('admission', ({ excludingFilters }) => ({
      excludingFilters: (request) => (request.modelIds.length > 1 ? [] : excludingFilters(request)),
    })),
  ),
  breaking(
    'chat.provider.excluding-filter:unavailable',
    'refuses what the filters exclude with provider_unavailable',
    patch('errors', ({ translate }) => ({
      translate: (error) =>
        error.code === 'no_endpoint_available' && error.message.includes('filters')
          ? error.as('provider_unavailable')
          : translate(error),
    })),
  ),
  breaking(
    'chat.feature.unsupported',
    'refuses features that it does not have as a conflict with a policy',
    patch('errors', ({ translate }) => ({
      translate: (error) => (error.code === 'unsupported_capability' ? error.as('policy_conflict') : translate(error)),
    })),
  ),
  breaking(
    'chat.context.too-long:unseen',
    'does not look at the context window',
    patch('admission', { isTooLong: () => false }),
  ),
  breaking(
    'chat.context.too-long:code',
    'refuses what is too long with invalid_request',
    patch('errors', ({ translate }) => ({
      translate: (error) => (error.code === 'context_length_exceeded' ? error.as('invalid_request') : translate(error)),
    })),
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
    'chat.moderation.refused:forbidden',
    'tells a refusal on content grounds as forbidden',
    patch('errors', ({ translate }) => ({
      translate: (error) => (error.code === 'moderation_refused' ? error.as('forbidden') : translate(error)),
    })),
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
