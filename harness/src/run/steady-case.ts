import type { RunClock } from '../clock/run-clock.ts';
import type { CaseOutcome } from './case-outcome.ts';
import type { Pace } from './pace.ts';
import { type Attempt, endOf, noRequest } from './run-case.ts';
import type { Turnstile } from './turnstile.ts';

/** A case that is disturbed so often is given up as too noisy to tell. */
const maxAttempts = 8;
/** The same request of a case, disturbed so often in a row, is no chance: one lost connection in fifty does this once in 100,000 cases. */
const persistentAfter = 3;
/** What has proved to be lasting so often counts at once from then on: silence costs a whole limit each time, a dead testbed three pauses. */
const proofsEnough = 5;
/** Longest wait that a target may ask for between two attempts. */
const maxPauseMs = 10_000;
/** Silence before a case runs alone: the window of a limit per second passes, or the wait that the target asked for. */
const leastSilenceMs = 1_100;
const mostSilenceMs = 65_000;
/** Time of a run that may go into cases that run alone. */
const quietBudgetMs = 120_000;

/** What the cases of one run share in order to stay steady. */
export interface Steadiness {
  readonly clock: Pick<RunClock, 'nowMs'>;
  /** Waits so long, or until the run is over. */
  readonly pause: (delayMs: number) => Promise<void>;
  /** Undefined where requests can't be slowed down: limits and silence then count like lost connections. */
  readonly pace: Pace | undefined;
  readonly turnstile: Turnstile;
  /** Time spent on cases that ran alone so far, in ms. */
  quietMs: number;
  /** How often requests proved to be never answered in time so far, and the testbed to be gone. */
  readonly proofs: { silence: number; arrangement: number };
  /** Waits until the target answers again; false when it does not. */
  readonly awaken: () => Promise<boolean>;
  readonly stopped: () => boolean;
  readonly onDisturbance: (why: string) => void;
}

/**
 * Runs a case until it is undisturbed, or the disturbance has proved to be the target's own doing. That a target has enough of requests,
 * or is late, proves nothing while others send theirs too: before that counts, the case runs alone and slowly.
 */
export async function steadyCase(attempt: () => Promise<Attempt>, shared: Steadiness): Promise<CaseOutcome> {
  let sameInARow = 0;
  let lastOrdinal: number | undefined;
  let isQuiet = false;
  let askedMs = 0;
  for (let count = 1; ; count += 1) {
    const outcome: Attempt = await (isQuiet
      ? attemptAlone(attempt, askedMs, shared)
      : shared.turnstile.beside(attempt));
    const disturbance = outcome.disturbance;
    if (disturbance === undefined) {
      shared.pace?.faster();
      return outcome;
    }
    const { error, ordinal } = disturbance;
    shared.onDisturbance(error.message);
    sameInARow = ordinal === lastOrdinal ? sameInARow + 1 : 1;
    lastOrdinal = ordinal;
    const kind = shared.pace === undefined ? 'loss' : kindOf(outcome, disturbance);
    if (isProven(kind, { sameInARow, isQuiet, shared }) && askedMs <= mostSilenceMs) {
      if (kind === 'silence' || kind === 'arrangement') shared.proofs[kind] += 1;
      return { ...outcome, end: endOf(error.otherwise) };
    }
    if (count >= maxAttempts || shared.stopped() || !(await shared.awaken())) return outcome;
    if (kind === 'limit') shared.pace?.slower();
    askedMs = error.retryAfterMs;
    isQuiet =
      (kind === 'limit' || kind === 'silence') && sameInARow >= persistentAfter - 1 && shared.quietMs < quietBudgetMs;
    if (!isQuiet) await shared.pause(Math.min(askedMs, maxPauseMs));
  }
}

/** A refusal for too many requests, an answer that did not come in time, a testbed that can't be reached, or a connection that was lost. */
type Kind = 'limit' | 'silence' | 'arrangement' | 'loss';

function kindOf({ exchanges }: Attempt, { error, ordinal }: NonNullable<Attempt['disturbance']>): Kind {
  if (error.isLimit) return 'limit';
  if (ordinal === noRequest) return 'arrangement';
  const hit = exchanges.find(({ id }) => id === error.exchange);
  return hit?.ending === 'timeout' ? 'silence' : 'loss';
}

interface Standing {
  readonly sameInARow: number;
  readonly isQuiet: boolean;
  readonly shared: Steadiness;
}

function isProven(kind: Kind, { sameInARow, isQuiet, shared }: Standing): boolean {
  if ((kind === 'silence' || kind === 'arrangement') && shared.proofs[kind] >= proofsEnough) return true;
  if (sameInARow < persistentAfter) return false;
  if (kind === 'silence') return isQuiet || shared.quietMs >= quietBudgetMs;
  return kind !== 'limit' || isQuiet;
}

function attemptAlone(attempt: () => Promise<Attempt>, askedMs: number, shared: Steadiness): Promise<Attempt> {
  const { clock, pace, pause, turnstile } = shared;
  return turnstile.alone(async () => {
    const beganMs = clock.nowMs();
    if (pace !== undefined) pace.quiet = true;
    try {
      await pause(Math.min(mostSilenceMs, Math.max(leastSilenceMs, askedMs)));
      return await attempt();
    } finally {
      if (pace !== undefined) pace.quiet = false;
      shared.quietMs += clock.nowMs() - beganMs;
    }
  });
}
