import type { Clock } from './clock.ts';

/** The machine's own clock and timers. This file is their only home in the package. */
export const realTime: Clock = {
  now: () => Date.now(),
  setTimer(delayMs, run) {
    const timeout = setTimeout(run, Math.max(0, delayMs));
    return { cancel: () => clearTimeout(timeout) };
  },
};
