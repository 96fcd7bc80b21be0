import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { disturbanceOf } from './disturbance-of.ts';

const retries = 4;
const pauseMs = 300;
const longestPauseMs = 5_000;

/**
 * Asks for the first requests of a run, of which a lost connection or a limit may hit any: such a one is sent again after a pause, four times in all
 * for everything that one of these asks. Silence is not asked about again: each time costs the whole limit of a request.
 */
export function steadyAsker(clock: RunClock): (send: () => Promise<Exchange>) => Promise<Exchange> {
  let left = retries;
  return async (send) => {
    for (;;) {
      const exchange = await send();
      const disturbance = disturbanceOf(exchange);
      if (disturbance === undefined || exchange.ending === 'timeout' || left === 0) return exchange;
      left -= 1;
      await clock.pause(Math.min(longestPauseMs, Math.max(pauseMs, disturbance.retryAfterMs)));
    }
  };
}
