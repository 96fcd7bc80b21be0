import type { RunClock } from '../clock/run-clock.ts';
import type { CaseOutcome } from './case-outcome.ts';
import type { Pace } from './pace.ts';
import { type Attempt, endOf } from './run-case.ts';
import type { Turnstile } from './turnstile.ts';

/** A case that is disturbed so often is given up as too noisy to tell. */
const maxAttempts = 8;
/** The same request of a case, disturbed so often in a row, is no chance: one lost connection in fifty does this once in 100,000 cases. */
const persistentAfter = 3;
/** So many requests that proved to be never answered in time: from then on, silence counts at once. It costs a whole limit each time. */
const silencesEnough = 5;
/** Longest wait that a target may ask for between two attempts. */
const maxPauseMs = 10_000;
/** Silence before a case runs alone: the window of a limit per second passes. */
const silenceMs = 1_100;
/** Time of a run that may go into cases that run alone. */
const quietBudgetMs = 120_000;

/** What the cases of one run share in order to stay steady. */
export interface Steadiness {
  readonly clock: RunClock;
  readonly pace: Pace;
  readonly turnstile: Turnstile;
  /** Time spent on cases that ran alone so far, in ms. */
  quietMs: number;
  /** Requests that proved to be never answered in time so far. */
  silences: number;
  /** Waits until the target answers again; false when it does not. */
  readonly awaken: () => Promise<boolean>;
  readonly stopped: () => boolean;
  readonly onDisturbance: (why: string) => void;
}

/**
 * Runs a case until it is undisturbed, or the disturbance has proved to be the target's own doing. That a target has enough of requests
 * proves nothing while others send theirs too: before such a refusal counts, the case runs alone and slowly.
 */
export async function steadyCase(attempt: () => Promise<Attempt>, shared: Steadiness): Promise<CaseOutcome> {
  let sameInARow = 0;
  let lastOrdinal: number | undefined;
  let isQuiet = false;
  for (let count = 1; ; count += 1) {
    const outcome: Attempt = await (isQuiet ? attemptAlone(attempt, shared) : shared.turnstile.share(attempt));
    const disturbance = outcome.disturbance;
    if (disturbance === undefined) {
      shared.pace.faster();
      return outcome;
    }
    const { retryAfterMs, isLimit, otherwise, message } = disturbance.error;
    shared.onDisturbance(message);
    sameInARow = disturbance.ordinal === lastOrdinal ? sameInARow + 1 : 1;
    lastOrdinal = disturbance.ordinal;
    const isSilence = isSilent(outcome, disturbance.error.exchange);
    const isPersistent = sameInARow >= (isSilence && shared.silences >= silencesEnough ? 1 : persistentAfter);
    if (isPersistent && (!isLimit || (isQuiet && retryAfterMs <= maxPauseMs))) {
      if (isSilence) shared.silences += 1;
      return { ...outcome, end: endOf(otherwise) };
    }
    if (count >= maxAttempts || shared.stopped() || !(await shared.awaken())) return outcome;
    if (isLimit) shared.pace.slower();
    isQuiet = isLimit && sameInARow >= persistentAfter - 1 && shared.quietMs < quietBudgetMs;
    await shared.clock.pause(Math.min(retryAfterMs, maxPauseMs));
  }
}

function isSilent({ exchanges }: Attempt, id: string): boolean {
  return exchanges.some((exchange) => exchange.id === id && exchange.ending === 'timeout');
}

function attemptAlone(attempt: () => Promise<Attempt>, shared: Steadiness): Promise<Attempt> {
  const { clock, pace, turnstile } = shared;
  return turnstile.alone(async () => {
    const beganMs = clock.nowMs();
    pace.quiet = true;
    try {
      await clock.pause(silenceMs);
      return await attempt();
    } finally {
      pace.quiet = false;
      shared.quietMs += clock.nowMs() - beganMs;
    }
  });
}
