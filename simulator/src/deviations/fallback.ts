import type { Behaviour } from '../behaviour/behaviour.ts';
import { type Deviation, patch } from '../behaviour/patch.ts';
import type { Candidate } from '../behaviour/routing.ts';
import type { EndpointFailure } from '../domain/routing/endpoint-failure.ts';
import type { Account } from '../tenants/account.ts';
import type { Model } from '../tenants/model.ts';
import { breaking } from './breaking.ts';
import { misnamed } from './misnamed.ts';
import { insideEach, without } from './reshape.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Chooses other candidates than the reference does. */
function choosing(
  choose: (present: readonly Candidate[], account: Account, body: JsonObject) => readonly Candidate[],
): (behaviour: Behaviour) => Behaviour {
  return patch('routing', ({ candidates }) => ({
    candidates: (models, account, body) => choose(candidates(models, account, body), account, body),
  }));
}

/** Gives up at failures of a kind. */
function givingUpAt(applies: (failure: EndpointFailure) => boolean): (behaviour: Behaviour) => Behaviour {
  return patch('routing', ({ mayFailOver }) => ({
    mayFailOver: (state) => !applies(state.failure) && mayFailOver(state),
  }));
}

const hasList = ({ models }: JsonObject) => Array.isArray(models) && models.length > 0;
const endpointsOf = (models: readonly Model[]): readonly Candidate[] =>
  models.flatMap((model) => model.endpoints.map((endpoint) => ({ model, endpoint })));

/** Another text model of the account that the request does not name. */
function unlisted(account: Account, present: readonly Candidate[]): readonly Candidate[] {
  const named = new Set(present.map(({ model }) => model.id));
  const others = [...account.models.values()].filter((model) => model.modality === 'text' && !named.has(model.id));
  const own = others.filter(({ endpoints }) => endpoints.some(({ url }) => !url.startsWith('inprocess:')));
  return endpointsOf((own.length > 0 ? own : others).slice(0, 1));
}

/** How long the list may be, and what its entries come to. */
const lists: readonly Deviation[] = [
  ...(['chat', 'media'] as const).flatMap((where) => [
    breaking(
      `fallback.limit.accepted-${where}`,
      'takes four fallback models at most',
      patch('bodies', { maxFallbackModels: 4 }),
      {
        entails: [`fallback.limit.accepted-${where === 'chat' ? 'media' : 'chat'}`, 'fallback.order.last-reached'],
      },
    ),
    breaking(
      `fallback.limit.refused-${where}`,
      'takes six fallback models',
      patch('bodies', { maxFallbackModels: 6 }),
      {
        entails: [
          `fallback.limit.refused-${where === 'chat' ? 'media' : 'chat'}`,
          'fallback.limit.refused-without-effect',
          'fallback.limit.names-models',
        ],
      },
    ),
    breaking(
      `fallback.limit.refused-${where}`,
      'cuts a list that is too long',
      patch('bodies', { tooManyModels: 'cut' }),
      {
        how: 'cut',
        entails: [
          `fallback.limit.refused-${where === 'chat' ? 'media' : 'chat'}`,
          'fallback.limit.refused-without-effect',
          'fallback.limit.names-models',
        ],
      },
    ),
  ]),
  breaking(
    'fallback.limit.names-models',
    'does not name models when the list is too long',
    patch('bodies', ({ messageFor }) => ({
      messageFor: (field, wanted) => (wanted.includes('at most') ? 'The list is too long.' : messageFor(field, wanted)),
    })),
  ),
  breaking(
    'fallback.limit.refused-without-effect',
    'calls the endpoint before it counts the list',
    patch('admission', { dispatchesRefused: (code) => code === 'invalid_request' }),
    { entails: ['chat.refusal.without-effect'] },
  ),
  breaking(
    'fallback.list.empty',
    'takes an empty list for one that nobody can serve',
    patch('admission', ({ unknownModel }) => ({
      unknownModel: (request, ids) => unknownModel(request, ids),
      unsupportedFeature: ({ body }) => {
        if (Array.isArray(body.models) && body.models.length === 0) throw new TypeError('no first fallback model');
        return undefined;
      },
    })),
  ),
  ...(['duplicates', 'requested-model'] as const).map((rest) =>
    breaking(
      `fallback.list.${rest}`,
      'fails itself when a model stands twice',
      patch('admission', ({ unsupportedFeature }) => ({
        unsupportedFeature(request) {
          const { model, models } = request.body;
          const ids = Array.isArray(models) ? models : [];
          const twice = rest === 'duplicates' ? new Set(ids).size < ids.length : ids.includes(model);
          if (twice) throw new TypeError('a model stands twice');
          return unsupportedFeature(request);
        },
      })),
    ),
  ),
  breaking(
    'fallback.list.unknown-entry',
    'refuses a list with an unknown entry with model_not_found',
    patch('admission', {
      unknownModel: ({ modelIds }, unknown) =>
        unknown.length === modelIds.length
          ? 'no_endpoint_available'
          : unknown.includes(modelIds[0] ?? '')
            ? undefined
            : 'model_not_found',
    }),
  ),
  breaking(
    'fallback.list.all-unknown',
    'refuses a list of unknown models with model_not_found',
    patch('admission', ({ unknownModel }) => ({
      unknownModel: (request, unknown) => {
        const code = unknownModel(request, unknown);
        return code !== undefined && request.modelIds.length > 1 ? 'model_not_found' : code;
      },
    })),
  ),
  breaking(
    'fallback.list.unknown-first',
    'refuses an unknown first model with model_not_found',
    patch('admission', ({ unknownModel }) => ({
      unknownModel: (request, unknown) =>
        request.modelIds.length > 1 &&
        unknown.length < request.modelIds.length &&
        unknown.includes(request.modelIds[0] ?? '')
          ? 'model_not_found'
          : unknownModel(request, unknown),
    })),
  ),
  breaking(
    'fallback.list.forbidden-entry',
    'looks at the key’s model set for the first model only',
    patch('admission', ({ isModelAllowed }) => ({
      isModelAllowed: (id, allowed, caller, place) => place > 0 || isModelAllowed(id, allowed, caller, place),
    })),
  ),
];

/** In which order models are asked. */
const orders: readonly Deviation[] = [
  breaking(
    'fallback.order.first-preferred',
    'asks the last model of the list first',
    choosing((present, _account, body) => (hasList(body) ? present.toReversed() : present)),
    { how: 'reversed', entails: ['fallback.order.in-turn', 'fallback.order.stops', 'chat.forward.once'] },
  ),
  breaking(
    'fallback.order.first-preferred',
    'asks the fallback models before the requested one',
    choosing((present, _account, body) => (hasList(body) ? [...present.slice(1), ...present.slice(0, 1)] : present)),
    { how: 'last', entails: ['fallback.order.stops'] },
  ),
  breaking(
    'fallback.order.in-turn',
    'asks fallback models from the end',
    choosing((present) => [...present.slice(0, 1), ...present.slice(1).toReversed()]),
    { how: 'reversed', entails: ['fallback.endpoint.others-tried'] },
  ),
  breaking(
    'fallback.order.in-turn',
    'asks fallback models by their ids',
    choosing((present) => [
      ...present.slice(0, 1),
      ...present.slice(1).toSorted((one, other) => (one.model.id < other.model.id ? -1 : 1)),
    ]),
    { how: 'sorted' },
  ),
  breaking(
    'fallback.order.stops',
    'asks one model more once one has served',
    patch('routing', {
      extraCalls: (moment, candidates, place) => (moment === 'served' ? candidates.slice(place + 1, place + 2) : []),
    }),
    { entails: ['fallback.order.first-preferred'] },
  ),
  breaking(
    'fallback.order.last-reached',
    'asks four fallback models at most',
    choosing((present) => {
      const ids = [...new Set(present.map(({ model }) => model.id))].slice(0, 5);
      return present.filter(({ model }) => ids.includes(model.id));
    }),
    { entails: ['fallback.exhausted.all-asked'] },
  ),
  breaking(
    'fallback.order.one-at-a-time',
    'asks the next model together with each one',
    patch('routing', {
      extraCalls: (moment, candidates, place) => (moment === 'attempt' ? candidates.slice(place + 1, place + 2) : []),
    }),
    { entails: ['fallback.order.first-preferred', 'fallback.order.stops', 'stream.failover.never-after-content'] },
  ),
];

/** Which failures lead on, and to whom. */
const causes: readonly Deviation[] = [
  breaking(
    'fallback.cause.unreachable',
    'gives up at a refused connection',
    givingUpAt(({ how }) => how === 'unreachable' || how === 'connection-lost'),
    { entails: ['fallback.cause.connection-lost', 'fallback.exhausted.all-asked', 'stream.failover.fallback-model'] },
  ),
  breaking(
    'fallback.cause.server-error',
    'gives up at a 5xx',
    givingUpAt((failure) => failure.how === 'status' && failure.status >= 500),
    { entails: ['fallback.exhausted.all-asked', 'stream.failover.fallback-model'] },
  ),
  breaking(
    'fallback.cause.server-error',
    'gives up at a 503',
    givingUpAt((failure) => failure.how === 'status' && failure.status === 503),
    { how: '503' },
  ),
  breaking(
    'fallback.cause.connection-lost',
    'gives up at a lost connection',
    givingUpAt(({ how }) => how === 'connection-lost'),
  ),
  breaking(
    'fallback.answer.no-list',
    'asks another model without being told to',
    choosing((present, account, body) => (hasList(body) ? present : [...present, ...unlisted(account, present)])),
  ),
  breaking(
    'fallback.answer.listed-only',
    'asks a model that is not listed when all listed ones fail',
    choosing((present, account, body) => (hasList(body) ? [...present, ...unlisted(account, present)] : present)),
  ),
  breaking('fallback.answer.model-named', 'names a model of no list after a fallback', (behaviour) =>
    patch('streaming', ({ chunk }) => ({
      chunk: (told, identity, index) => chunk(told, misnamed(identity), index),
    }))(
      patch('completions', ({ completion }) => ({
        completion: (served, identity) => completion(served, misnamed(identity)),
      }))(behaviour),
    ),
  ),
  breaking(
    'fallback.answer.whole',
    'tells of the fallback in the content',
    patch('completions', ({ completion }) => ({
      completion: (served, identity) =>
        identity.failedBefore === 0 || identity.model === identity.requestedModel
          ? completion(served, identity)
          : insideEach(completion(served, identity), 'choices', (choice) => ({
              ...choice,
              message: {
                ...(choice.message as object),
                content: `[fallback] ${(choice.message as JsonObject).content}`,
              },
            })),
    })),
  ),
  breaking(
    'fallback.answer.same-request',
    'asks fallback models without the settings',
    patch('routing', ({ upstreamBody }) => ({
      upstreamBody: (body, model, field) =>
        upstreamBody(
          body.model === model.id ? body : without(without(body, 'temperature'), 'max_tokens'),
          model,
          field,
        ),
    })),
    { how: 'settings' },
  ),
  breaking(
    'fallback.answer.same-request',
    'asks fallback models with the last message only',
    patch('routing', ({ upstreamBody }) => ({
      upstreamBody: (body, model, field) =>
        upstreamBody(
          body.model === model.id ? body : { ...body, messages: (body.messages as unknown[]).slice(-1) },
          model,
          field,
        ),
    })),
    { how: 'messages' },
  ),
  breaking(
    'fallback.exhausted.error',
    'tells its own failure when all models fail',
    patch('routing', ({ finalCode }) => ({
      finalCode: (codes) => (codes.length > 1 ? 'internal_error' : finalCode(codes)),
    })),
  ),
  breaking(
    'fallback.exhausted.all-asked',
    'asks two fallback models at most',
    choosing((present) => {
      const ids = [...new Set(present.map(({ model }) => model.id))].slice(0, 3);
      return present.filter(({ model }) => ids.includes(model.id));
    }),
    { entails: ['fallback.order.last-reached'] },
  ),
  breaking(
    'fallback.endpoint.others-tried',
    'asks the first endpoint of a model only',
    patch('routing', ({ candidates }) => ({
      candidates: (models, account, body) =>
        candidates(models, account, body).filter(
          ({ model }, place, all) => all.findIndex((other) => other.model === model) === place,
        ),
    })),
    { entails: ['stream.failover.used'] },
  ),
  breaking(
    'fallback.endpoint.whole-answer',
    'tells of the other endpoint in the content',
    patch('completions', ({ completion }) => ({
      completion: (served, identity) =>
        identity.failedBefore === 0 || identity.model !== identity.requestedModel
          ? completion(served, identity)
          : insideEach(completion(served, identity), 'choices', (choice) => ({
              ...choice,
              message: { ...(choice.message as object), content: `${(choice.message as JsonObject).content} (again)` },
            })),
    })),
  ),
  breaking(
    'fallback.endpoint.same-model',
    'names another model when another endpoint served',
    patch('completions', ({ completion }) => ({
      completion: (served, identity) =>
        completion(
          served,
          identity.failedBefore > 0 && identity.model === identity.requestedModel
            ? { ...identity, model: `other/${identity.model.split('/').at(-1)}` }
            : identity,
        ),
    })),
  ),
];

export const fallbackDeviations: readonly Deviation[] = [...lists, ...orders, ...causes];
