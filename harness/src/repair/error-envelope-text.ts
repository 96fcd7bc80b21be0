import { isObject } from '../exchange/json.ts';
import { errors } from './answer-kinds.ts';
import { envelope, mendErrors } from './error-answer.ts';
import type { Repair } from './repair.ts';

/** `{"error": "text"}`. */
export const errorEnvelopeText: Repair = {
  id: 'error-envelope-text',
  sentence: 'The field `error` of errors holds a text, and no object.',
  states: ['error.envelope.object'],
  concerns: errors,
  mend: (exchange) =>
    mendErrors(exchange, ({ json, row }) =>
      isObject(json) && typeof json.error === 'string' ? envelope(json.error, row) : undefined,
    ),
};
