import type { Clock } from '@gateproof/upstreams';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Workbench } from '../tenants/workbench.ts';

/** Longest wait that may be asked for, in ms. */
export const longestWaitMs = 60_000;

export interface Wait {
  readonly workbench: Workbench;
  /** What the limit goes by: real time, since an account's clock may be moved meanwhile. */
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Fires when nobody waits any more. */
  readonly signal: AbortSignal;
}

/**
 * What `look` finds, now or after a change of the account. Undefined when the time is over or nobody waits any more. Rejects with what `look`
 * throws, and with `GatewayError` when the account is reset or removed meanwhile.
 */
export function waitUntil<T>(wait: Wait, look: () => T | undefined): Promise<T | undefined> {
  const { workbench, clock, timeoutMs, signal } = wait;
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
  const tryNow = () => {
    try {
      if (workbench.isClosed) throw new GatewayError('wait_in_vain', 'The account was reset or removed meanwhile.');
      const found = look();
      if (found !== undefined) resolve(found);
    } catch (error) {
      reject(error);
    }
  };
  const stop = () => resolve(undefined);
  const timer = clock.setTimer(timeoutMs, stop);
  const unlisten = workbench.changes.listen(tryNow);
  signal.addEventListener('abort', stop, { once: true });
  tryNow();
  return promise.finally(() => {
    timer.cancel();
    unlisten();
    signal.removeEventListener('abort', stop);
  });
}
