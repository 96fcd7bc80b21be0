import type { RunClock } from '../clock/run-clock.ts';
import type { CaseOutcome } from './case-outcome.ts';
import { type Attempt, endOf } from './run-case.ts';

/** A case that is disturbed so often is given up as too noisy to tell. */
const maxAttempts = 8;
/** The same request of a case, disturbed so often in a row, is no chance: one lost connection in fifty does this once in 100,000 cases. */
const persistentAfter = 3;
/** Longest wait that a target may ask for between two attempts. */
const maxPauseMs = 5_000;

export interface SteadyOptions {
  readonly clock: RunClock;
  /** Waits until the target answers again; false when it does not. */
  readonly awaken: () => Promise<boolean>;
  readonly onDisturbance: (why: string) => void;
}

/** Runs a case until it is undisturbed, or the disturbance has proved to be the target's own doing. */
export async function steadyCase(attempt: () => Promise<Attempt>, options: SteadyOptions): Promise<CaseOutcome> {
  let sameInARow = 0;
  let lastOrdinal: number | undefined;
  for (let count = 1; ; count += 1) {
    const outcome = await attempt();
    const disturbance = outcome.disturbance;
    if (disturbance === undefined) return outcome;
    options.onDisturbance(disturbance.error.message);
    sameInARow = disturbance.ordinal === lastOrdinal ? sameInARow + 1 : 1;
    lastOrdinal = disturbance.ordinal;
    if (sameInARow >= persistentAfter) return { ...outcome, end: endOf(disturbance.error.otherwise) };
    if (count >= maxAttempts || !(await options.awaken())) return outcome;
    await options.clock.pause(Math.min(disturbance.error.retryAfterMs, maxPauseMs));
  }
}
