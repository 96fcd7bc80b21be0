import { type Behaviour, patch } from '@gateproof/simulator/behaviour';
import { answering, answeringBody, isObject, type JsonObject } from '../../changes/exchange-changes.ts';
import { inside, insideEach, without } from '../../changes/reshape.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

type Where = 'list' | 'get';

/** Tells some models otherwise. */
function telling(change: (told: JsonObject, where: Where) => JsonObject): (behaviour: Behaviour) => Behaviour {
  return patch('models', ({ render }) => ({ render: (model, where) => change(render(model, where), where) }));
}

const ofModality =
  (modality: string, change: (told: JsonObject) => JsonObject) =>
  (told: JsonObject): JsonObject =>
    told.modality === modality ? change(told) : told;

const renamed: readonly (readonly [modality: string, told: string])[] = [
  ['audio_stt', 'audio'],
  ['audio_tts', 'tts'],
  ['video', 'movie'],
  ['music', 'audio_music'],
  ['embeddings', 'embedding'],
];

/** Entries that are wrong for some models only. */
const entries: readonly Deviation[] = [
  ...renamed.map(([modality, told]) =>
    breaking(
      `model.field.modality.known:${modality}`,
      `calls ${modality} ${told}`,
      telling(ofModality(modality, (model) => ({ ...model, modality: told }))),
    ),
  ),
  ...(['embeddings', 'audio_tts', 'video', 'music'] as const).map((modality) =>
    breaking(
      `model.list.modality:${modality}`,
      `lists ${modality} as text`,
      telling(ofModality(modality, (model) => ({ ...model, modality: 'text' }))),
    ),
  ),
  breaking(
    'version.price.model:list',
    'leaves out the price version in the list',
    telling((told, where) =>
      where === 'list' ? inside(told, 'pricing', (pricing) => without(pricing, 'price_version')) : told,
    ),
  ),
  breaking(
    'version.price.model:embeddings',
    'tells an empty price version of embeddings',
    telling(
      ofModality('embeddings', (told) => inside(told, 'pricing', (pricing) => ({ ...pricing, price_version: '' }))),
    ),
  ),
  breaking(
    'model.field.pricing.type:embeddings',
    'tells no pricing of embeddings',
    telling(ofModality('embeddings', (told) => ({ ...told, pricing: null }))),
  ),
  breaking(
    'model.field.pricing-rules.type:free',
    'tells null as the rules of what costs nothing',
    patch('models', ({ render }) => ({
      render(model, where) {
        const told = render(model, where);
        return model.priceUsd === 0 ? inside(told, 'pricing', (pricing) => ({ ...pricing, rules: null })) : told;
      },
    })),
  ),
  breaking(
    'model.field.created.type:fraction',
    'tells created of listed models with a fraction',
    telling((told, where) => (where === 'list' ? { ...told, created: Number(told.created) + 0.25 } : told)),
  ),
  breaking(
    'model.field.owned-by.type:media',
    'tells null as the owner of media models',
    telling((told) => (told.modality === 'text' ? told : { ...told, owned_by: null })),
  ),
  breaking(
    'model.list.steady:seconds',
    'tells the present second as created',
    answeringBody((body, { route, nowMs }) => {
      const created = Math.floor(nowMs / 1000);
      if (route === 'model-get') return { ...body, created };
      return route === 'model-list' ? insideEach(body, 'data', (entry) => ({ ...entry, created })) : body;
    }),
  ),
  ...(
    [
      ['pricing', 'audio_stt', { price_version: 'other', currency: 'USD', rules: [] }],
      ['pricing', 'embeddings', { price_version: 'other', currency: 'USD', rules: [] }],
      ['created', 'audio_stt', 1],
      ['owned_by', 'audio_stt', 'somebody'],
    ] as const
  ).map(([field, modality, value]) =>
    breaking(
      `model.agreement.${field.replace('_', '-')}:${modality}`,
      `tells another ${field} of ${modality} in the list`,
      telling((told, where) => (where === 'list' && told.modality === modality ? { ...told, [field]: value } : told)),
    ),
  ),
];

/** Keeps the first answer of an account's list for every key of the account. */
const cachedList = (behaviour: Behaviour) => {
  const kept = new Map<string, unknown>();
  return answering((answer, { route, account }) => {
    if (route !== 'model-list' || answer.status !== 200 || account === undefined) return answer;
    const before = kept.get(account.id);
    if (before !== undefined) return { ...answer, body: before };
    kept.set(account.id, answer.body);
    return answer;
  })(behaviour);
};

/** Keeps the first list that each key reads for good. */
const keptList = (behaviour: Behaviour) => {
  const kept = new Map<string, unknown>();
  return answering((answer, { route, account, headers }) => {
    if (route !== 'model-list' || answer.status !== 200 || account === undefined) return answer;
    const reader = `${account.id} ${String(headers.authorization)}`;
    if (!kept.has(reader)) kept.set(reader, answer.body);
    return { ...answer, body: kept.get(reader) };
  })(behaviour);
};

/** Which models are in a list, and which are found. */
const lists: readonly Deviation[] = [
  breaking('model.list.restricted:cached', 'answers every key with the list of the first that asked', cachedList),
  breaking('model.list.complete:cached', 'answers every key with the list of the first that asked', cachedList),
  breaking('model.list.complete:kept', 'answers a key with the first list that it has read', keptList),
  breaking(
    'model.list.data:none',
    'tells null where there are no models',
    patch('models', ({ list }) => ({
      list: (told) => (told.length === 0 ? { ...list(told), data: null } : list(told)),
    })),
  ),
  ...(['image', 'audio_stt'] as const).map((modality) =>
    breaking(
      `model.list.complete:${modality}`,
      `lists no ${modality} models`,
      patch('models', ({ list }) => ({ list: (told) => list(told.filter((one) => one.modality !== modality)) })),
    ),
  ),
  breaking(
    'model.list.unique:endpoints',
    'lists a model once for each of its endpoints',
    patch('models', ({ visible }) => ({
      visible: (models, allowed) => visible(models, allowed).flatMap((model) => model.endpoints.map(() => model)),
    })),
  ),
  breaking(
    'model.get.listed:image',
    'finds no media model by its id',
    patch('models', ({ matches }) => ({ matches: (model, id) => model.modality !== 'image' && matches(model, id) })),
  ),
  breaking(
    'model.get.listed:dot',
    'finds no model whose slug has a dot',
    patch('models', ({ matches }) => ({ matches: (model, id) => matches(model, id.replace(/\.[^./]*$/, '')) })),
  ),
  breaking(
    'model.get.listed:capitals',
    'finds no model whose id has capitals',
    patch('models', ({ matches }) => ({ matches: (model, id) => matches(model, id.toLowerCase()) })),
  ),
  breaking(
    'model.get.inputs:image',
    'tells the inputs of image models under another name',
    answeringBody((body, { route }) =>
      route === 'model-get' && body.modality === 'image' && isObject(body.inputs)
        ? { ...without(body, 'inputs'), input_schema: body.inputs }
        : body,
    ),
  ),
];

/** Entries and lists that are wrong in one corner only. */
export const catalogueEntryCorners: readonly Deviation[] = [...entries, ...lists];
