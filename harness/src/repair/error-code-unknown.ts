import { errorTable } from '@gateproof/spec';
import { errors } from './answer-kinds.ts';
import { errorIn, mendErrors } from './error-answer.ts';
import type { Repair } from './repair.ts';

/** A finished job may be refused its cancel with a code of the gateway's own (F016). */
const openStatus = 409;

/** Codes that the contract's table does not have. */
export const errorCodeUnknown: Repair = {
  id: 'error-code-unknown',
  sentence: "Errors carry codes that are not in the contract's table.",
  states: ['error.envelope.code-known'],
  concerns: errors,
  mend: (exchange) =>
    mendErrors(exchange, (seen) => {
      const error = errorIn(seen);
      const { response } = exchange;
      if (error === undefined || typeof error.code !== 'string' || response.status === openStatus) return undefined;
      if (errorTable.has(error.code)) return undefined;
      return { ...(seen.json as object), error: { ...error, code: seen.row.code } };
    }),
};
