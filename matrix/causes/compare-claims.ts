import type { CauseRecord, ResultDocument } from '@gateproof/harness';
import type { Spoil } from './spoil.ts';

/** How a claim compares with a target in which that one thing is fixed. Both lists are empty when it is true. */
export interface ComparedClaim {
  /** Undefined when the cause was not found. */
  readonly cause: CauseRecord | undefined;
  /** The rules that turned, of those that were red. */
  readonly turned: readonly string[];
  /** Claimed, and red all the same. */
  readonly untrue: readonly string[];
  /** Turned, and not claimed. */
  readonly unclaimed: readonly string[];
}

const red: ReadonlySet<string> = new Set(['fail', 'inconclusive', 'blocked']);
const held: ReadonlySet<string> = new Set(['pass', 'warn']);

/** Compares what a cause of the first run claims with the second run, in which it is fixed. */
export function compareClaim(
  { cause: id, beyond = {} }: Spoil,
  broken: ResultDocument,
  fixed: ResultDocument,
): ComparedClaim {
  const cause = broken.summary.causes.find((one) => one.id === id);
  const after = new Map(fixed.rules.map(({ rule, verdict }) => [rule, verdict]));
  const turned = broken.rules
    .filter(({ rule, verdict }) => red.has(verdict) && held.has(after.get(rule) ?? '') && beyond[rule] === undefined)
    .map(({ rule }) => rule);
  const claimed = cause?.folded ?? [];
  return {
    cause,
    turned,
    untrue: claimed.filter((rule) => !turned.includes(rule)),
    unclaimed: turned.filter((rule) => !claimed.includes(rule)),
  };
}

/** A cause that explains nothing red need not be found. */
export function isTrue({ untrue, unclaimed }: ComparedClaim): boolean {
  return untrue.length === 0 && unclaimed.length === 0;
}
