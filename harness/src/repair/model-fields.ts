import type { ReceivedResponse } from '../exchange/exchange.ts';
import { isObject, type JsonObject } from '../exchange/json.ts';
import { objectOf } from '../exchange/json-of.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';
import type { AnsweredExchange, Repair } from './repair.ts';
import { withJson } from './rewrite.ts';

const pricing = { price_version: 'unknown', currency: 'USD', rules: [] };

/** Entries of the model list, and models read alone, that lack one field. */
export const modelFieldRepairs: readonly Repair[] = [
  lacking('object', 'model', ['model.field.object.value']),
  lacking('created', 0, ['model.field.created.type']),
  lacking('owned_by', 'unknown', ['model.field.owned-by.type']),
  lacking('modality', 'text', ['model.field.modality.present']),
  lacking('pricing', pricing, [
    'model.field.pricing.type',
    'model.field.pricing-price-version.type',
    'model.field.pricing-currency.type',
    'model.field.pricing-rules.type',
  ]),
];

function lacking(field: string, value: unknown, states: readonly string[]): Repair {
  const filled = (model: JsonObject) => (model[field] === undefined ? { ...model, [field]: value } : model);
  return {
    id: `model-${field.replaceAll('_', '-')}`,
    sentence: `Models carry no \`${field}\`.`,
    states,
    mend: (exchange) => mendModels(exchange, filled),
  };
}

function mendModels(exchange: AnsweredExchange, fill: (model: JsonObject) => JsonObject): ReceivedResponse | undefined {
  const { response } = exchange;
  const route = likelyRouteOf(exchange);
  const body = objectOf(exchange);
  if (body === undefined || response.status !== 200) return undefined;
  if (route === 'model') return fill(body) === body ? undefined : withJson(response, fill(body));
  if (route !== 'models' || !Array.isArray(body.data)) return undefined;
  const data = body.data.map((model: unknown) => (isObject(model) ? fill(model) : model));
  return data.every((model, place) => model === (body.data as unknown[])[place])
    ? undefined
    : withJson(response, { ...body, data });
}
