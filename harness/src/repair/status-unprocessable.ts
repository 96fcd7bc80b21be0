import { errorAnswers } from './answer-kinds.ts';
import type { Repair } from './repair.ts';

/** 422 is no status of the contract; 400 is what it has for the same. */
export const statusUnprocessable: Repair = {
  id: 'status-unprocessable',
  sentence: 'Invalid requests are refused with 422 rather than 400.',
  states: [],
  concerns: errorAnswers,
  mend: ({ response }) => (response.status === 422 ? { ...response, status: 400 } : undefined),
};
