import { headerOf } from '../exchange/headers.ts';
import { envelopeOf } from '../exchange/json-of.ts';
import { errorAnswers } from './answer-kinds.ts';
import { isErrorAnswer } from './error-answer.ts';
import type { Repair } from './repair.ts';
import { withHeader } from './rewrite.ts';

/** Errors whose `request_id` stands in the envelope only. */
export const requestIdHeader: Repair = {
  id: 'request-id-header',
  sentence: 'The `request_id` of errors is not sent as a header.',
  states: ['error.header.request-id-present'],
  concerns: errorAnswers,
  mend(exchange, { requestIdHeader: name }) {
    const id = isErrorAnswer(exchange) ? envelopeOf(exchange)?.request_id : undefined;
    if (typeof id !== 'string' || headerOf(exchange, name) !== undefined) return undefined;
    return withHeader(exchange.response, name, id);
  },
};
