import { errorTable } from '@gateproof/spec';
import { codeOf } from '../exchange/json-of.ts';
import { errorAnswers } from './answer-kinds.ts';
import type { Repair } from './repair.ts';

/** A key that is not valid gets 401. A 403 that names a code of the contract is about what a valid key may do, or has a wrong status for its code. */
export const statusForbiddenKey: Repair = {
  id: 'status-forbidden-key',
  sentence: 'Keys that are not valid are refused with 403 rather than 401.',
  states: [],
  concerns: { includes: (exchange) => errorAnswers.includes(exchange) && exchange.request.mayFailFor === 'key' },
  mend(exchange) {
    const { request, response } = exchange;
    const isKnown = errorTable.has(codeOf(exchange) ?? '');
    if (response.status !== 403 || request.mayFailFor !== 'key' || isKnown) return undefined;
    return { ...response, status: 401 };
  },
};
