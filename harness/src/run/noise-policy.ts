import type { Exchange } from '../exchange/exchange.ts';
import { type Disturbance, isSameDisturbance } from './disturbance.ts';
import type { DisturbedAttempt } from './disturbed-attempt.ts';

/** A case that is disturbed so often is given up. */
const maxAttempts = 8;
/** A target that goes away in the middle of a case that runs alone is given so many of them; a wait that is too long to grant, so many attempts. */
const maxAloneAttempts = 3;
/** The same request of a case, disturbed so often in a row, is no chance: one lost connection in fifty does this once in 100,000 cases. */
const lastingAfter = 3;
/** A gateway may refuse one request in thirty for its rate as a rule: three in a row would come about in every sixth run. */
const lastingLimitAfter = 4;
/** Silence costs the whole limit of a request each time, a lost testbed three pauses: proved so often, they count at once. */
const proofsEnough = 5;
/** Longest wait that a target may ask for, in ms. */
const mostWaitMs = 65_000;
/** Longest wait of a case that then runs beside the others again, whose requests may be what is too many. In ms. */
const mostWaitBesideMs = 10_000;
/** Silence before a case runs alone: the window of a limit per second passes. In ms. */
const longSilenceMs = 1_100;
const shortSilenceMs = 50;

/** What the policy looks at beside the attempts. */
export interface NoiseFacts {
  /** False where requests can't be slowed down: what hit a request then counts like a lost connection. */
  readonly canSlowDown: boolean;
  /** False when cases have run alone for too long already. */
  readonly mayRunAlone: boolean;
  /** How often each of these has proved to be lasting in this run. */
  readonly proofs: Readonly<Record<'silence' | 'loss' | 'arrangement', number>>;
}

/**
 * What to do after a disturbed attempt.
 *
 * - `count`: the disturbance is the target's own doing, and what the check made of it counts; `ifServed`: only if a plain request is served now
 * - `blame`: the request makes the target go away
 * - `again`: the case runs again, after a pause of its own; alone, after silence of all
 * - `give-up`: the case decides nothing
 */
export type NoiseStep =
  | { readonly do: 'count'; readonly ifServed: boolean }
  | { readonly do: 'blame'; readonly culprit: Exchange }
  | AgainStep
  | { readonly do: 'give-up' };

export interface AgainStep {
  readonly do: 'again';
  readonly alone: boolean;
  /** Requests keep far apart meanwhile. */
  readonly slowly: boolean;
  /** Pause of the case itself, in ms. */
  readonly pauseMs: number;
  /** Silence of all before the case runs alone, in ms. */
  readonly silenceMs: number;
  /** Requests that are sent before, so that what counts requests is met elsewhere. */
  readonly probes: number;
}

/** What an attempt was disturbed by, as the policy sorts it. */
export type NoiseKind = 'limit' | 'unavailable' | 'silence' | 'loss' | Exclude<Disturbance['kind'], 'request'>;

export function noiseKindOf(of: Disturbance, canSlowDown: boolean): NoiseKind {
  if (of.kind !== 'request') return of.kind;
  return canSlowDown ? of.hit : 'loss';
}

/** Decides by all disturbed attempts at one case so far, the latest last. */
export function nextStep(attempts: readonly DisturbedAttempt[], facts: NoiseFacts): NoiseStep {
  const last = attempts.at(-1);
  if (last === undefined) return { do: 'give-up' };
  const kind = noiseKindOf(last.of, facts.canSlowDown);
  if (kind === 'target-away') return afterAbsence(attempts);
  const inARow = countInARow(attempts, last);
  const isTooLong = last.retryAfterMs > mostWaitMs;
  if (last.isLasting) return { do: 'count', ifServed: false };
  if (attempts.length >= (isTooLong ? maxAloneAttempts : maxAttempts)) return { do: 'give-up' };
  if (!isTooLong && isProved(kind, last, inARow, facts)) return { do: 'count', ifServed: kind === 'unavailable' };
  const alone =
    isLastChance(kind, attempts.length, facts) || (isHelpedAlone(kind, facts) && inARow >= lastingAfter - 1);
  return {
    do: 'again',
    alone,
    slowly: alone && isPaced(kind),
    probes: 0,
    ...waitsBefore(kind, alone, last.retryAfterMs),
  };
}

/**
 * The case runs alone from now on. The request after which the target is gone a second time makes it go; a target that goes after so many requests,
 * whatever they are, is gone after another one then, because of the probes in between.
 */
function afterAbsence(attempts: readonly DisturbedAttempt[]): NoiseStep {
  const alone = attempts.filter(({ of, wasAlone }) => of.kind === 'target-away' && wasAlone);
  const [before, last] = alone.slice(-2);
  if (last?.culprit !== undefined && last.culprit.ordinal === before?.culprit?.ordinal) {
    return { do: 'blame', culprit: last.culprit.exchange };
  }
  if (alone.length >= maxAloneAttempts || attempts.length >= maxAttempts) return { do: 'give-up' };
  return { do: 'again', alone: true, slowly: false, pauseMs: 0, silenceMs: shortSilenceMs, probes: alone.length };
}

function countInARow(attempts: readonly DisturbedAttempt[], last: DisturbedAttempt): number {
  const other = attempts.findLastIndex(({ of }) => !isSameDisturbance(of, last.of));
  return attempts.length - 1 - other;
}

function isHelpedAlone(kind: NoiseKind, { canSlowDown, mayRunAlone, proofs }: NoiseFacts): boolean {
  if (!canSlowDown || !mayRunAlone || kind === 'arrangement') return false;
  return kind !== 'loss' || proofs.loss < proofsEnough;
}

/**
 * The last attempt at a case that too many requests kept from showing anything is made alone, also where the time for that is used up: a target that
 * says when to come again then serves it. It is given up if it is refused again.
 */
function isLastChance(kind: NoiseKind, attempts: number, { canSlowDown }: NoiseFacts): boolean {
  return kind === 'limit' && canSlowDown && attempts === maxAttempts - 1;
}

function isProved(kind: NoiseKind, last: DisturbedAttempt, inARow: number, facts: NoiseFacts): boolean {
  if ((kind === 'silence' || kind === 'arrangement') && facts.proofs[kind] >= proofsEnough) return true;
  if (inARow < (kind === 'limit' ? lastingLimitAfter : lastingAfter)) return false;
  return last.wasAlone || (kind !== 'limit' && !isHelpedAlone(kind, facts));
}

/** What a target may do because it has too much to do. */
function isPaced(kind: NoiseKind): boolean {
  return kind === 'limit' || kind === 'unavailable' || kind === 'silence';
}

/** Too many requests are so for all: the target is then left alone for as long as it asked for. Otherwise only the case itself waits. */
function waitsBefore(kind: NoiseKind, alone: boolean, retryAfterMs: number) {
  const askedMs = Math.min(mostWaitMs, retryAfterMs);
  if (!alone) return { pauseMs: kind === 'limit' ? Math.min(mostWaitBesideMs, askedMs) : askedMs, silenceMs: 0 };
  if (kind === 'limit') return { pauseMs: 0, silenceMs: Math.max(longSilenceMs, askedMs) };
  return { pauseMs: askedMs, silenceMs: isPaced(kind) ? longSilenceMs : shortSilenceMs };
}
