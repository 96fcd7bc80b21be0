import { errorTable } from '@gateproof/spec';
import { codeOf } from '../exchange/json-of.ts';
import { errorAnswers } from './answer-kinds.ts';
import { isErrorAnswer } from './error-answer.ts';
import type { Repair } from './repair.ts';

const statusRules = [...errorTable.keys()].map((code) => `error.code.${code.replaceAll('_', '-')}.status`);

/** Errors whose code is in the table, under a status of another row. */
export const statusOfCode: Repair = {
  id: 'status-of-code',
  sentence: 'Errors carry another status than the contract gives their code.',
  states: statusRules,
  concerns: errorAnswers,
  mend(exchange) {
    const { response } = exchange;
    const status = isErrorAnswer(exchange) ? errorTable.get(codeOf(exchange) ?? '')?.status : undefined;
    return typeof status !== 'number' || status === response.status ? undefined : { ...response, status };
  },
};
