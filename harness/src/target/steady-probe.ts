import type { RunClock } from '../clock/run-clock.ts';
import { EventLoopStalls } from '../run/event-loop-stalls.ts';
import type { Probe } from './reach.ts';

/** A probe without an answer is sent again so often while this process stands still. */
const mostAgain = 5;

/** Sends a probe again that got no answer in time while this process stood still: its limit was over before an answer could be read. */
export function steadyProbe(probe: Probe, clock: Pick<RunClock, 'nowMs' | 'after'>): Probe {
  const stalls = new EventLoopStalls(clock);
  return async (baseUrl, limitMs) => {
    for (let again = 0; ; again += 1) {
      const { result, stoodStill } = await stalls.during(() => probe(baseUrl, limitMs));
      if (result.ending !== 'timeout' || !stoodStill || again === mostAgain) return result;
    }
  };
}
