import { errorTable } from '@gateproof/spec';
import { isObject, type JsonObject } from '../exchange/json.ts';
import { errors } from './answer-kinds.ts';
import { completed, mendErrors } from './error-answer.ts';
import type { Repair } from './repair.ts';

/** `{"message": …, "code": …}`, `{"detail": …}` and their like. */
export const errorEnvelopeFlat: Repair = {
  id: 'error-envelope-flat',
  sentence: 'Errors have no field `error`: what they say stands at the top level of the body.',
  states: ['error.envelope.object'],
  concerns: errors,
  mend: (exchange) =>
    mendErrors(exchange, ({ json, text, row }) => {
      if (json === undefined || (isObject(json) && isShaped(json.error))) return undefined;
      const code = isObject(json) && typeof json.code === 'string' && errorTable.has(json.code) ? json.code : row.code;
      return { error: completed({ code }, text, row) };
    }),
};

/** Other repairs are for these. */
function isShaped(error: unknown): boolean {
  return typeof error === 'string' || isObject(error as JsonObject);
}
