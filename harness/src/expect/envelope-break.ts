import type { Exchange } from '../exchange/exchange.ts';
import { envelopeOf, objectOf } from '../exchange/json-of.ts';
import { codeRule, envelopeRule } from './prerequisites.ts';

/** The fields that every error has, each with the rule that says so. Which values they may have is for other rules. */
const always: Readonly<Record<string, string>> = {
  code: codeRule,
  message: 'error.envelope.message-present',
  kind: 'error.envelope.kind-present',
  scope: 'error.envelope.scope-present',
  type: 'error.envelope.type-present',
  param: 'error.envelope.param-present',
};

/** The first rule of the envelope's shape that an HTTP error breaks; undefined when it has the envelope whole. */
export function envelopeBreak(exchange: Exchange): string | undefined {
  const error = envelopeOf(exchange);
  if (error === undefined) return envelopeRule;
  const missing = Object.entries(always).find(([field]) => !Object.hasOwn(error, field));
  if (missing !== undefined) return missing[1];
  return Object.keys(objectOf(exchange) ?? {}).length === 1 ? undefined : 'error.envelope.only-error';
}
