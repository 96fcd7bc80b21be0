import { type Account, type Behaviour, type Candidate, patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Chooses other candidates than the reference does. */
export function choosing(
  choose: (present: readonly Candidate[], account: Account, body: JsonObject) => readonly Candidate[],
): (behaviour: Behaviour) => Behaviour {
  return patch('routing', ({ candidates }) => ({
    candidates: (models, account, body) => choose(candidates(models, account, body), account, body),
  }));
}

export const hasList = ({ models }: JsonObject) => Array.isArray(models) && models.length > 0;

/** How long the list may be, and what its entries come to. */
const lists: readonly Deviation[] = [
  ...(['chat', 'media'] as const).flatMap((where) => [
    breaking(
      `fallback.limit.accepted-${where}`,
      'takes four fallback models at most',
      patch('bodies', { maxFallbackModels: 4 }),
    ),
    breaking(`fallback.limit.refused-${where}`, 'takes six fallback models', patch('bodies', { maxFallbackModels: 6 })),
    breaking(
      `fallback.limit.refused-${where}:cut`,
      'cuts a list that is too long',
      patch('bodies', { tooManyModels: 'cut' }),
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
    'fallback.order.first-preferred:reversed',
    'asks the last model of the list first',
    choosing((present, _account, body) => (hasList(body) ? present.toReversed() : present)),
  ),
  breaking(
    'fallback.order.first-preferred:last',
    'asks the fallback models before the requested one',
    choosing((present, _account, body) => (hasList(body) ? [...present.slice(1), ...present.slice(0, 1)] : present)),
  ),
  breaking(
    'fallback.order.in-turn:reversed',
    'asks fallback models from the end',
    choosing((present) => [...present.slice(0, 1), ...present.slice(1).toReversed()]),
  ),
  breaking(
    'fallback.order.in-turn:sorted',
    'asks fallback models by their ids',
    choosing((present) => [
      ...present.slice(0, 1),
      ...present.slice(1).toSorted((one, other) => (one.model.id < other.model.id ? -1 : 1)),
    ]),
  ),
  breaking(
    'fallback.order.stops',
    'asks one model more once one has served',
    patch('routing', {
      extraCalls: (moment, candidates, place) => (moment === 'served' ? candidates.slice(place + 1, place + 2) : []),
    }),
  ),
  breaking(
    'fallback.order.last-reached',
    'asks four fallback models at most',
    choosing((present) => {
      const ids = [...new Set(present.map(({ model }) => model.id))].slice(0, 5);
      return present.filter(({ model }) => ids.includes(model.id));
    }),
  ),
  breaking(
    'fallback.order.one-at-a-time',
    'asks the next model together with each one',
    patch('routing', {
      extraCalls: (moment, candidates, place) => (moment === 'attempt' ? candidates.slice(place + 1, place + 2) : []),
    }),
  ),
];

export const fallbackDeviations: readonly Deviation[] = [...lists, ...orders];
