import type { GatewayError } from '@gateproof/simulator/behaviour';
import { type Change, overrule } from '../change.ts';

/** Changes the Retry-After header where there is one; undefined leaves it out. `words`: what is sent then. */
export const inRetryAfter = (words: string, edit: (value: string, error: GatewayError) => string | undefined): Change =>
  overrule('errors.retryAfterHeader', `sends ${words}`, (retryAfterHeader, error) => {
    const present = retryAfterHeader(error);
    return present === undefined ? undefined : edit(present, error);
  });
