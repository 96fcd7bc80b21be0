import type { Verdict } from '../check/verdict.ts';
import type { CutShortRecord } from '../result/result-document.ts';

/** 0 conformant, 1 a rule is broken, 3 nothing broken but something undecided, 4 the target was lost, 5 the harness failed. */
export type RunExitCode = 0 | 1 | 3 | 4 | 5;

export function exitCodeOf(
  counts: Readonly<Record<Verdict, number>>,
  options: { readonly strict: boolean; readonly cutShort: CutShortRecord | undefined },
): RunExitCode {
  if (counts.fail + counts.flaky > 0 || (options.strict && counts.warn > 0)) return 1;
  if (options.cutShort?.reason === 'target-lost') return 4;
  if (counts.error > 0) return 5;
  return counts.inconclusive + counts.blocked > 0 || options.cutShort !== undefined ? 3 : 0;
}
