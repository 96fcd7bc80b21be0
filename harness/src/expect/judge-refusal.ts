import type { Exchange } from '../exchange/exchange.ts';
import type { JsonObject } from '../exchange/json.ts';
import { envelopeOf } from '../exchange/json-of.ts';
import { describeAnswer, show } from './describe-answer.ts';
import type { Judged } from './judged.ts';
import { codeRule, envelopeRule } from './prerequisites.ts';
import { statusOfCode } from './sent-error-code.ts';

/**
 * Whether the request was refused with one of the codes, each under its own status. The value is the `error` object. A refusal under one of the
 * statuses that carries no code at all breaks the rule that asks for one, and leaves every other one undecided.
 */
export function judgeRefusal(exchange: Exchange, codes: readonly string[]): Judged<JsonObject> {
  const error = envelopeOf(exchange);
  const code = codes.find((candidate) => candidate === error?.code);
  const status = exchange.response?.status;
  if (error !== undefined && code !== undefined && statusOfCode(code) === status) return { ok: true, value: error };
  const expected = `a refusal with ${codes.map((wanted) => `${statusOfCode(wanted)} ${wanted}`).join(' or ')}`;
  const broken = { ok: false, expected, observed: describeAnswer(exchange) } as const;
  const isUnnamed = typeof error?.code !== 'string' && codes.some((wanted) => statusOfCode(wanted) === status);
  return isUnnamed ? { ...broken, undecidedBy: error === undefined ? envelopeRule : codeRule } : broken;
}

/** Whether the message names one of the fields, in any letter case (F059: any spelling of the path will do). */
export function judgeNaming(error: JsonObject, fields: readonly string[]): Judged<JsonObject> {
  const message = typeof error.message === 'string' ? error.message.toLowerCase() : '';
  if (fields.some((field) => message.includes(field.toLowerCase()))) return { ok: true, value: error };
  return {
    ok: false,
    expected: `a message that names ${fields.map((field) => `\`${field}\``).join(' or ')}`,
    observed: `the message ${show(error.message)}`,
  };
}
