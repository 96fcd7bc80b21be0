import { type Behaviour, type Model, patch } from '@gateproof/simulator/behaviour';
import { inside, without } from '../changes/reshape.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;

function rendering(
  change: (told: JsonObject, where: 'list' | 'get', model: Model) => JsonObject,
): (behaviour: Behaviour) => Behaviour {
  return patch('models', ({ render }) => ({ render: (model, where) => change(render(model, where), where, model) }));
}

const set = (field: string, value: (present: unknown) => unknown) => (told: JsonObject) => ({
  ...told,
  [field]: value(told[field]),
});
const inPricing = (change: (pricing: JsonObject) => JsonObject) => (told: JsonObject) =>
  inside(told, 'pricing', change);

/** `model.field.<rest>`: how a field of a Model is got wrong. */
const fields: readonly (readonly [rest: string, summary: string, change: (told: JsonObject) => JsonObject])[] = [
  ['object.value', 'tells the object as Model', set('object', () => 'Model')],
  ['created.type', 'tells created as a date', set('created', () => '2026-01-01')],
  ['owned-by.type', 'tells nobody as the owner', set('owned_by', () => null)],
  ['modality.present', 'leaves out the modality', (told) => without(told, 'modality')],
  ['modality.known', 'makes up a modality', set('modality', () => 'chat')],
  ['pricing.type', 'tells the pricing as an array', set('pricing', (pricing) => [pricing])],
  ['pricing-price-version.type', 'tells the price version as a number', inPricing(set('price_version', () => 3))],
  ['pricing-currency.type', 'leaves out the currency', inPricing((pricing) => without(pricing, 'currency'))],
  ['pricing-rules.type', 'tells the pricing rules as an object', inPricing(set('rules', () => ({})))],
  ['pricing-rules.item-type', 'tells pricing rules as text', inPricing(set('rules', () => ['free']))],
  ['inputs.type', 'tells inputs as an array', (told) => (told.inputs === undefined ? told : { ...told, inputs: [] })],
];

const differingAlone = (field: string, value: unknown) =>
  rendering((told, where) => (where === 'get' ? { ...told, [field]: value } : told));

/** Ways to get the catalogue wrong. */
export const catalogueDeviations: readonly Deviation[] = [
  ...fields.map(([rest, summary, change]) => breaking(`model.field.${rest}`, summary, rendering(change))),
  breaking(
    'model.list.object',
    'tells the list as models',
    patch('models', ({ list }) => ({ list: (entries) => ({ ...list(entries), object: 'models' }) })),
  ),
  breaking(
    'model.list.unique',
    'lists the first model twice',
    patch('models', ({ list }) => ({ list: (entries) => list([...entries, ...entries.slice(0, 1)]) })),
  ),
  breaking(
    'model.list.complete',
    'leaves out the newest model',
    patch('models', ({ visible }) => ({
      visible: (models, allowed) =>
        allowed === undefined ? visible(models, allowed).slice(0, -1) : visible(models, allowed),
    })),
  ),
  breaking('model.list.restricted', 'lists all models to every key', patch('models', { visible: (models) => models })),
  breaking(
    'model.list.restricted-complete',
    'lists nothing to a restricted key',
    patch('models', ({ visible }) => ({
      visible: (models, allowed) => (allowed === undefined ? visible(models, allowed) : []),
    })),
  ),
  breaking('model.list.modality', 'lists every model as text', rendering(set('modality', () => 'text'))),
  breaking('model.list.steady', 'tells created anew each time', (behaviour) => {
    let told = 0;
    return rendering((model) => {
      told += 1;
      return { ...model, created: Number(model.created) + told };
    })(behaviour);
  }),
  breaking('model.get.id-echoed', 'tells another id than was asked for', differingAlone('id', 'gateproof/other')),
  breaking(
    'model.get.inputs',
    'tells no inputs',
    rendering((told) => without(told, 'inputs')),
  ),
  breaking(
    'model.get.unknown',
    'refuses an unknown model with no_endpoint_available',
    patch('models', { unknownCode: 'no_endpoint_available' }),
  ),
  breaking(
    'model.get.forbidden',
    'refuses a forbidden model with no_endpoint_available',
    patch('models', { forbiddenCode: 'no_endpoint_available' }),
  ),
  breaking('model.agreement.modality', 'tells another modality alone', differingAlone('modality', 'video')),
  breaking('model.agreement.created', 'tells another created alone', differingAlone('created', 1)),
  breaking('model.agreement.owned-by', 'tells another owner alone', differingAlone('owned_by', 'somebody')),
  breaking(
    'model.agreement.pricing',
    'tells another price alone',
    rendering((told, where) =>
      where === 'get' ? inPricing(set('price_version', (version) => `${version}b`))(told) : told,
    ),
  ),
  breaking(
    'version.price.model',
    'leaves out the price version',
    rendering(inPricing((pricing) => without(pricing, 'price_version'))),
  ),
];
