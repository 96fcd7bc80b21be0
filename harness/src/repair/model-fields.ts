import type { ReceivedResponse } from '../exchange/exchange.ts';
import { isObject, type JsonObject } from '../exchange/json.ts';
import { objectOf } from '../exchange/json-of.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';
import { modelAnswers } from './answer-kinds.ts';
import { listOf } from './list-of.ts';
import type { AnsweredExchange, Repair, RepairFamily } from './repair.ts';
import { withJson } from './rewrite.ts';

const pricing = { price_version: 'unknown', currency: 'USD', rules: [] };

const family: RepairFamily = {
  id: 'model-fields',
  sentence: (fields) => `Models carry no ${listOf(fields)}.`,
};

/** Entries of the model list, and models read alone, that lack one field, or one field of their `pricing`. */
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
  lackingPrice('price_version', ['model.field.pricing-price-version.type']),
  lackingPrice('currency', ['model.field.pricing-currency.type']),
  lackingPrice('rules', ['model.field.pricing-rules.type']),
];

function lacking(field: string, value: unknown, states: readonly string[]): Repair {
  return filling(field, states, (model) => (model[field] === undefined ? { ...model, [field]: value } : model));
}

function lackingPrice(field: keyof typeof pricing, states: readonly string[]): Repair {
  return filling(`pricing.${field}`, states, (model) => {
    const given = model.pricing;
    return isObject(given) && given[field] === undefined
      ? { ...model, pricing: { ...given, [field]: pricing[field] } }
      : model;
  });
}

function filling(field: string, states: readonly string[], fill: (model: JsonObject) => JsonObject): Repair {
  return {
    id: `model-${field.replaceAll(/[_.]/g, '-')}`,
    sentence: family.sentence([field]),
    states,
    concerns: modelAnswers,
    family: { of: family, field },
    mend: (exchange) => mendModels(exchange, fill),
  };
}

function mendModels(exchange: AnsweredExchange, fill: (model: JsonObject) => JsonObject): ReceivedResponse | undefined {
  const { response } = exchange;
  const route = likelyRouteOf(exchange);
  const body = objectOf(exchange);
  if (body === undefined || response.status !== 200) return undefined;
  if (route === 'model') {
    const filled = fill(body);
    return filled === body ? undefined : withJson(response, filled);
  }
  if (route !== 'models' || !Array.isArray(body.data)) return undefined;
  const data = body.data.map((model: unknown) => (isObject(model) ? fill(model) : model));
  return data.every((model, place) => model === (body.data as unknown[])[place])
    ? undefined
    : withJson(response, { ...body, data });
}
