import { mediaTypeOf } from '../exchange/headers.ts';
import { jsonOf } from '../exchange/json-of.ts';
import { jsonAnswers } from './answer-kinds.ts';
import type { Repair } from './repair.ts';
import { withHeader } from './rewrite.ts';

/** Answers whose body is JSON. */
export const contentTypeJson: Repair = {
  id: 'content-type-json',
  sentence: 'JSON answers do not have the content type application/json.',
  states: ['error.envelope.content-type'],
  concerns: jsonAnswers,
  mend(exchange) {
    const reading = jsonOf(exchange);
    const isJson = reading.ok && typeof reading.value === 'object' && reading.value !== null;
    if (!isJson || mediaTypeOf(exchange) === 'application/json') return undefined;
    return withHeader(exchange.response, 'Content-Type', 'application/json');
  },
};
