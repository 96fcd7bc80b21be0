import { errorTable } from '@gateproof/spec';
import type { JsonObject } from '../exchange/json.ts';
import { envelopeOf } from '../exchange/json-of.ts';
import { errorBodies } from './answer-kinds.ts';
import type { Repair } from './repair.ts';

const badGateway = 502;
/** What the types of errors of the OpenAI API come with. */
const statusOfType: Readonly<Record<string, number>> = {
  authentication_error: 401,
  invalid_request_error: 400,
  not_found_error: 404,
  permission_error: 403,
  rate_limit_error: 429,
};

/** Whole bodies that are errors, under a status of success. Streams carry their errors so. */
export const errorUnderSuccess: Repair = {
  id: 'error-under-success',
  sentence: 'Errors come with a status of success, such as 200.',
  states: [],
  concerns: errorBodies,
  mend(exchange) {
    const { response } = exchange;
    if (response.status < 200 || response.status > 299 || !errorBodies.includes(exchange)) return undefined;
    return { ...response, status: statusOf(envelopeOf(exchange) ?? {}) };
  },
};

/** The status that the error names, by its code in the contract's table, as a number, or by its type; otherwise 502. */
function statusOf({ code, status, type }: JsonObject): number {
  const known = typeof code === 'string' ? errorTable.get(code)?.status : undefined;
  const typed = typeof type === 'string' ? statusOfType[type] : undefined;
  const named = [known, code, status, typed].find((one) => typeof one === 'number' && one >= 400 && one <= 599);
  return typeof named === 'number' ? named : badGateway;
}
