import type { CauseRecord, ResultDocument } from '@gateproof/harness';

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
export function compareClaim(id: string, broken: ResultDocument, fixed: ResultDocument): ComparedClaim {
  const cause = broken.summary.causes.find((one) => one.id === id);
  const after = new Map(fixed.rules.map(({ rule, verdict }) => [rule, verdict]));
  const turned = broken.rules
    .filter(({ rule, verdict }) => red.has(verdict) && held.has(after.get(rule) ?? ''))
    .map(({ rule }) => rule);
  const claimed = cause?.folded ?? [];
  return {
    cause,
    turned,
    untrue: claimed.filter((rule) => !turned.includes(rule)),
    unclaimed: turned.filter((rule) => !claimed.includes(rule)),
  };
}

export function isTrue({ cause, untrue, unclaimed }: ComparedClaim): boolean {
  return cause !== undefined && untrue.length === 0 && unclaimed.length === 0;
}
