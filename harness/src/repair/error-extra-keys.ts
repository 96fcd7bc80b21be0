import { isObject } from '../exchange/json.ts';
import { errorAnswers } from './answer-kinds.ts';
import { errorIn, isErrorAnswer, mendErrors } from './error-answer.ts';
import type { Repair } from './repair.ts';

/** Chunks of a stream may have other keys beside `error` (F116). */
export const errorExtraKeys: Repair = {
  id: 'error-extra-keys',
  sentence: 'The bodies of errors have other keys beside `error`.',
  states: ['error.envelope.only-error'],
  concerns: errorAnswers,
  mend: (exchange) =>
    isErrorAnswer(exchange)
      ? mendErrors(exchange, (seen) => {
          const error = errorIn(seen);
          const { json } = seen;
          return error !== undefined && isObject(json) && Object.keys(json).length > 1 ? { error } : undefined;
        })
      : undefined,
};
