import type { Verdict } from '../check/verdict.ts';
import type { Effort } from '../run/run-options.ts';

/** The value of `format` in baseline files of this version. */
export const baselineFormat = 'gateproof-baseline/1';

/** One rule that is known to be red. */
export interface BaselineEntry {
  readonly rule: string;
  /** What it came to when the entry was written. */
  readonly verdict?: Verdict;
  readonly reason?: string;
  /** Last day on which it is known, as `YYYY-MM-DD` in UTC. Default: for ever. */
  readonly expires?: string;
}

/** Rules that a team knows to be red and has not mended yet. */
export interface Baseline {
  readonly format: typeof baselineFormat;
  /** Seed and effort of the run that it was written from: later runs are compared under them. Default: those of any other run. */
  readonly seed?: number;
  readonly effort?: Effort;
  readonly entries: readonly BaselineEntry[];
}

const coverable: ReadonlySet<Verdict> = new Set(['fail', 'flaky', 'inconclusive', 'blocked']);

/** True for a verdict that a baseline may cover; a fault of the harness is nobody's known failure. `warn` only where warnings are red. */
export function isCoverable(verdict: Verdict, strict: boolean): boolean {
  return coverable.has(verdict) || (strict && verdict === 'warn');
}

/**
 * Why an entry does not hold for the verdict of its rule on that day (`YYYY-MM-DD`); undefined when it holds. An entry of a flaky rule holds when
 * the rule passes for once.
 */
export function staleness(
  { verdict: was, expires }: BaselineEntry,
  verdict: Verdict | undefined,
  { today, strict }: { readonly today: string; readonly strict: boolean },
): string | undefined {
  if (expires !== undefined && today > expires) return `expired on ${expires}`;
  if (verdict === undefined) return 'matches no rule of this run';
  if (verdict === 'not-applicable') return 'matches nothing: the rule is not applicable to this target';
  if (verdict === 'provisional') return 'is needless: the rule is provisional and turns nothing red';
  if (verdict === 'differs') return 'matches nothing: the profile declares what the rule states as a difference';
  if (verdict === 'not-claimed') return 'matches nothing: the class of the rule is not claimed';
  if (verdict === 'error') return 'is not decided: the harness failed on this rule';
  if (isCoverable(verdict, strict) || was === 'flaky') return undefined;
  return 'holds now: the rule is kept, so take the entry out';
}
