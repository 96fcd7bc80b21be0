import { InvalidScript } from '@gateproof/upstreams';
import { GatewayError } from '../errors/gateway-error.ts';

/** What the check returns. Throws `invalid_request` with all problems that it found. */
export function checked<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof InvalidScript)) throw error;
    throw new GatewayError('invalid_request', error.message, { scope: 'request' });
  }
}
