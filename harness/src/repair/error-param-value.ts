import { errors } from './answer-kinds.ts';
import { errorIn, mendErrors } from './error-answer.ts';
import type { Repair } from './repair.ts';

/** `param` is reserved, and always null. */
export const errorParamValue: Repair = {
  id: 'error-param-value',
  sentence: 'The field `param` of errors is not null.',
  states: ['error.envelope.param-null'],
  concerns: errors,
  mend: (exchange) =>
    mendErrors(exchange, (seen) => {
      const error = errorIn(seen);
      if (error === undefined || error.param === undefined || error.param === null) return undefined;
      return { ...(seen.json as object), error: { ...error, param: null } };
    }),
};
