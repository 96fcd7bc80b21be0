import { type History, isObject, type JsonObject, objectOf, routeOf } from '@gateproof/harness';
import { isFilledString } from '../../support/json.ts';
import { heldIf, type Look, type Subject, standingTable } from '../../support/standing-table.ts';

interface ToldModel extends Subject {
  readonly model: JsonObject;
}

const modalities: readonly unknown[] = ['text', 'embeddings', 'image', 'video', 'audio_tts', 'audio_stt', 'music'];

/** Every model that the catalogue told, in a list or alone. */
function* modelsSeen(history: History): Generator<ToldModel> {
  for (const exchange of history.exchanges) {
    if (exchange.side !== 'request' || exchange.response?.status !== 200 || exchange.ending !== 'complete') continue;
    const route = routeOf(exchange, history.baseUrl);
    const body = objectOf(exchange);
    if (body === undefined) continue;
    if (route === 'model') yield { exchange, model: body };
    if (route === 'models' && Array.isArray(body.data)) {
      for (const model of body.data) if (isObject(model)) yield { exchange, model };
    }
  }
}

function pricing(name: string, holds: (value: unknown) => boolean, wanted: string): (seen: ToldModel) => Look {
  return ({ model }) =>
    isObject(model.pricing) ? heldIf(holds(model.pricing[name]), wanted, model.pricing[name]) : undefined;
}

/** The fields of every model. */
export default standingTable(modelsSeen, {
  'model.field.id.present': ({ model }) => heldIf(isFilledString(model.id), 'id a non-empty string', model.id),
  'model.field.id.slash': ({ model }) =>
    isFilledString(model.id) ? heldIf(model.id.includes('/'), 'an id with a slash, author/slug', model.id) : undefined,
  'model.field.object.value': ({ model }) => heldIf(model.object === 'model', 'object model', model.object),
  'model.field.created.type': ({ model }) =>
    heldIf(Number.isInteger(model.created), 'created an integer', model.created),
  'model.field.owned-by.type': ({ model }) =>
    heldIf(typeof model.owned_by === 'string', 'owned_by a string', model.owned_by),
  'model.field.modality.present': ({ model }) =>
    heldIf(isFilledString(model.modality), 'modality a non-empty string', model.modality),
  'model.field.modality.known': ({ model }) =>
    isFilledString(model.modality)
      ? heldIf(modalities.includes(model.modality), `a modality of ${modalities.join(', ')}`, model.modality)
      : undefined,
  'model.field.pricing.type': ({ model }) => heldIf(isObject(model.pricing), 'pricing an object', model.pricing),
  'model.field.pricing-price-version.type': pricing(
    'price_version',
    (value) => typeof value === 'string',
    'price_version a string',
  ),
  'model.field.pricing-currency.type': pricing('currency', (value) => typeof value === 'string', 'currency a string'),
  'model.field.pricing-rules.type': pricing('rules', Array.isArray, 'rules an array'),
  'model.field.pricing-rules.item-type': ({ model }) => {
    const rules = isObject(model.pricing) ? model.pricing.rules : undefined;
    if (!Array.isArray(rules) || rules.length === 0) return undefined;
    return heldIf(
      rules.every(isObject),
      'each pricing rule an object',
      rules.find((rule) => !isObject(rule)),
    );
  },
  'model.field.inputs.type': ({ model }) =>
    model.inputs === undefined || model.inputs === null
      ? undefined
      : heldIf(isObject(model.inputs), 'inputs an object', model.inputs),
});
