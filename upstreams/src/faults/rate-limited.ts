import { replaceResponse } from '../plan/replace-response.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** Status 429. */
export interface RateLimitedFault {
  readonly kind: 'rate-limited';
  /** Whole seconds of the `Retry-After` header. Default: no such header. */
  readonly retryAfterS?: number;
}

const error = { message: 'Too many requests', type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' };

export const rateLimited: FaultDefinition<RateLimitedFault> = {
  kind: 'rate-limited',
  fields: { retryAfterS: { type: 'integer', minimum: 0, description: 'Whole seconds of the Retry-After header.' } },
  required: [],
  describe: ({ retryAfterS }) =>
    `limits the rate${retryAfterS === undefined ? '' : ` and asks to wait for ${retryAfterS} s`}`,
  apply: ({ retryAfterS }, draft, mark) =>
    replaceResponse(draft, mark, {
      status: 429,
      body: { error },
      headers: retryAfterS === undefined ? [] : [['retry-after', String(retryAfterS)]],
    }),
};
