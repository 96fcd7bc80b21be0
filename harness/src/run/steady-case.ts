import type { RunClock } from '../clock/run-clock.ts';
import type { CaseOutcome } from './case-outcome.ts';
import type { Pace } from './pace.ts';
import { type Attempt, endOf, noRequest, ourselves } from './run-case.ts';
import type { Turnstile } from './turnstile.ts';

/** A case that is disturbed so often is given up as too noisy to tell. */
const maxAttempts = 8;
/** The same request of a case, disturbed so often in a row, is no chance: one lost connection in fifty does this once in 100,000 cases. */
const persistentAfter = 3;
/** A gateway may refuse one request in thirty for its rate as a rule: three in a row would come about in every sixth run. */
const persistentLimitAfter = 4;
/**
 * What has proved to be lasting so often counts at once from then on: silence costs a whole limit each time, a dead testbed three pauses.
 * A limit must be proved anew each time, but the other cases are no longer slowed down for it.
 */
const proofsEnough = 5;
/** Longest wait that a target may ask for between two attempts. */
const maxPauseMs = 10_000;
/** Silence before a case runs alone: the window of a limit per second passes, or the wait that the target asked for. */
const leastSilenceMs: Readonly<Record<Kind, number>> = {
  limit: 1_100,
  silence: 1_100,
  loss: 50,
  outage: 50,
  standstill: 50,
  arrangement: 0,
};
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
  /** How often each kind of disturbance has proved to be lasting so far. */
  readonly proofs: Record<Kind, number>;
  /** Waits until the target answers again; false when it does not. */
  readonly awaken: () => Promise<boolean>;
  readonly stopped: () => boolean;
  readonly onDisturbance: (why: string) => void;
}

/**
 * Runs a case until it is undisturbed, or the disturbance has proved to be the target's own doing. That a target has enough of requests,
 * is late, or is away proves nothing while others send theirs too: before that counts, the case runs alone, and slowly where time matters.
 */
export async function steadyCase(attempt: () => Promise<Attempt>, shared: Steadiness): Promise<CaseOutcome> {
  let sameInARow = 0;
  let lastOrdinal: number | undefined;
  let isAlone = false;
  let askedMs = 0;
  let kind: Kind = 'loss';
  const gapBeforeMs = shared.pace?.steadyGapMs ?? 0;
  for (let count = 1; ; count += 1) {
    const outcome: Attempt = await (isAlone
      ? attemptAlone(attempt, { kind, askedMs }, shared)
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
    kind = shared.pace === undefined ? 'loss' : kindOf(outcome, disturbance);
    if (isProven(kind, { sameInARow, isAlone, shared }) && askedMs <= mostSilenceMs) {
      shared.proofs[kind] += 1;
      // It is refused however slowly the target is met: the cases after it need not pay for that.
      if (kind === 'limit') shared.pace?.backTo(gapBeforeMs);
      return { ...outcome, end: endOf(error.otherwise) };
    }
    if (count >= maxAttempts || shared.stopped() || !(await shared.awaken())) return outcome;
    // A case that is refused once may have met a chance; the target means it when the same case is refused again.
    if (kind === 'limit' && count > 1 && shared.proofs.limit < proofsEnough) shared.pace?.slower();
    askedMs = error.retryAfterMs;
    isAlone = sameInARow >= persistentAfter - 1 && mayBeAlone(kind, shared);
    if (!isAlone) await shared.pause(Math.min(askedMs, maxPauseMs));
  }
}

/**
 * A refusal for too many requests, an answer that did not come in time, a connection that was lost, a target that was away meanwhile, this
 * process that stood still, or a testbed that can't be reached.
 */
export type Kind = 'limit' | 'silence' | 'loss' | 'outage' | 'standstill' | 'arrangement';

function kindOf({ exchanges }: Attempt, { error, ordinal }: NonNullable<Attempt['disturbance']>): Kind {
  if (error.isLimit) return 'limit';
  if (ordinal === noRequest) return 'arrangement';
  if (ordinal === ourselves) return 'standstill';
  if (ordinal < noRequest) return 'outage';
  const hit = exchanges.find(({ id }) => id === error.exchange);
  return hit?.ending === 'timeout' ? 'silence' : 'loss';
}

interface Standing {
  readonly sameInARow: number;
  readonly isAlone: boolean;
  readonly shared: Steadiness;
}

function isProven(kind: Kind, { sameInARow, isAlone, shared }: Standing): boolean {
  if ((kind === 'silence' || kind === 'arrangement') && shared.proofs[kind] >= proofsEnough) return true;
  if (sameInARow < (kind === 'limit' ? persistentLimitAfter : persistentAfter)) return false;
  return isAlone || (kind !== 'limit' && kind !== 'outage' && !mayBeAlone(kind, shared));
}

function mayBeAlone(kind: Kind, { pace, quietMs, proofs }: Steadiness): boolean {
  if (pace === undefined || kind === 'arrangement' || quietMs >= quietBudgetMs) return false;
  return kind !== 'loss' || proofs.loss < proofsEnough;
}

function attemptAlone(
  attempt: () => Promise<Attempt>,
  { kind, askedMs }: { readonly kind: Kind; readonly askedMs: number },
  shared: Steadiness,
): Promise<Attempt> {
  const { clock, pace, pause, turnstile } = shared;
  return turnstile.alone(async () => {
    const beganMs = clock.nowMs();
    if (pace !== undefined) pace.quiet = kind === 'limit' || kind === 'silence';
    try {
      await pause(Math.min(mostSilenceMs, Math.max(leastSilenceMs[kind], askedMs)));
      return await attempt();
    } finally {
      if (pace !== undefined) pace.quiet = false;
      shared.quietMs += clock.nowMs() - beganMs;
    }
  });
}
