import { type History, isModelLike, isObject, type JsonObject, objectOf, routeOf } from '@gateproof/harness';
import { modelModalities } from '@gateproof/spec';
import { isFilledString } from '../../support/json.ts';
import { heldIf, type Look, type Subject, shown, standingTable } from '../../support/standing-table.ts';

interface RenderedModel extends Subject {
  readonly model: JsonObject;
}

const modalities: readonly unknown[] = modelModalities;

/** Every model that the catalogue showed, in a list or alone. */
function* modelsSeen(history: History): Generator<RenderedModel> {
  for (const exchange of history.exchanges) {
    if (exchange.side !== 'request' || exchange.response?.status !== 200 || exchange.ending !== 'complete') continue;
    const route = routeOf(exchange, history.baseUrl);
    const body = objectOf(exchange);
    if (body === undefined) continue;
    // A list or an error in the place of a model is none: how the read is answered is for other rules.
    if (route === 'model' && isModelLike(body)) yield { exchange, model: body };
    if (route === 'models' && Array.isArray(body.data)) {
      if (body.data.length === 0) yield { exchange, model: {}, idle: 'no list names a model' };
      for (const model of body.data) if (isObject(model)) yield { exchange, model };
    }
  }
}

/** A field of a model, or of one of its parts: what it must hold, and what it holds instead. */
function field(
  name: string,
  wanted: string,
  holds: (value: unknown) => boolean,
  { id, of }: { readonly id: unknown; readonly of: JsonObject },
): Look {
  const value = of[name];
  if (holds(value)) return 'held';
  const observed = value === undefined ? `no ${name}` : `${name} ${shown(value)}`;
  const whose = id === undefined ? 'a model without an id' : `the model ${shown(id)}`;
  return { broken: { expected: `${name} to be ${wanted}`, observed: `${observed} of ${whose}` } };
}

/** Further slashes may come after the first (freedom F134). */
const authorAndSlug = /^[^/]+\/./;
const isString = (value: unknown): boolean => typeof value === 'string';

function ofModel(name: string, wanted: string, holds: (value: unknown) => boolean): (seen: RenderedModel) => Look {
  return ({ model }) => field(name, wanted, holds, { id: model.id, of: model });
}

function ofPricing(name: string, wanted: string, holds: (value: unknown) => boolean): (seen: RenderedModel) => Look {
  return ({ model: { id, pricing } }) =>
    isObject(pricing) ? field(name, wanted, holds, { id, of: pricing }) : undefined;
}

/** The fields of every model. */
export default standingTable(modelsSeen, {
  'model.field.id.present': ofModel('id', 'a non-empty string', isFilledString),
  'model.field.id.slash': ({ model }) =>
    isFilledString(model.id)
      ? heldIf(authorAndSlug.test(model.id), 'an id of the form author/slug', model.id)
      : undefined,
  'model.field.object.value': ofModel('object', 'the string "model"', (value) => value === 'model'),
  'model.field.created.type': ofModel('created', 'an integer', Number.isInteger),
  'model.field.owned-by.type': ofModel('owned_by', 'a string', isString),
  'model.field.modality.present': ofModel('modality', `one of ${modalities.join(', ')}`, isFilledString),
  'model.field.modality.known': ({ model }) =>
    isFilledString(model.modality)
      ? heldIf(modalities.includes(model.modality), `modality to be one of ${modalities.join(', ')}`, model.modality)
      : undefined,
  'model.field.pricing.type': ofModel('pricing', 'an object', isObject),
  'model.field.pricing-price-version.type': ofPricing('price_version', 'a string', isString),
  'model.field.pricing-currency.type': ofPricing('currency', 'a string', isString),
  'model.field.pricing-rules.type': ofPricing('rules', 'an array', Array.isArray),
  'model.field.pricing-rules.item-type': ({ model }) => {
    const rules = isObject(model.pricing) ? model.pricing.rules : undefined;
    if (!Array.isArray(rules) || rules.length === 0) return undefined;
    return heldIf(
      rules.every(isObject),
      'each pricing rule to be an object',
      rules.find((rule) => !isObject(rule)),
    );
  },
  'model.field.inputs.type': ({ model }) =>
    model.inputs === undefined || model.inputs === null
      ? undefined
      : heldIf(isObject(model.inputs), 'inputs to be an object', model.inputs),
});
