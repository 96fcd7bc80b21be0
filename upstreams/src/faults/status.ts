import type { JsonObject } from '../json.ts';
import { replaceResponse } from '../plan/replace-response.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** Another status, with a body and Retry-After of choice. */
export interface StatusFault {
  readonly kind: 'status';
  readonly status: number;
  /** Default: `{ error: { message, type: 'upstream_error', code: null } }`. */
  readonly body?: JsonObject | string;
  /** Whole seconds of the `Retry-After` header. Default: no such header. */
  readonly retryAfterS?: number;
}

export const status: FaultDefinition<StatusFault> = {
  kind: 'status',
  fields: {
    status: { type: 'integer', minimum: 200, maximum: 599 },
    body: { description: 'An object is sent as JSON, a string as plain text.', type: ['object', 'string'] },
    retryAfterS: { type: 'integer', minimum: 0, description: 'Whole seconds of the Retry-After header.' },
  },
  required: ['status'],
  describe: ({ status, retryAfterS }) =>
    `answers with status ${status}${retryAfterS === undefined ? '' : ` and Retry-After: ${retryAfterS}`}`,
  apply: (fault, draft, mark) =>
    replaceResponse(draft, mark, {
      status: fault.status,
      body: fault.body ?? {
        error: { message: `The upstream answers ${fault.status} as scripted`, type: 'upstream_error', code: null },
      },
      headers: fault.retryAfterS === undefined ? [] : [['retry-after', String(fault.retryAfterS)]],
    }),
};
