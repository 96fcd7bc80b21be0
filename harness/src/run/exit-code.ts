import type { Verdict } from '../check/verdict.ts';
import type { CutShortRecord } from '../result/result-document.ts';

/**
 * 0 conformant, 1 a rule is broken or a request makes the target go away, 2 the key is refused, 3 something is undecided, 4 the target was not reached or
 * was lost, 5 the harness failed.
 */
export type RunExitCode = 0 | 1 | 2 | 3 | 4 | 5;

const codeOfStop: Partial<Readonly<Record<CutShortRecord['reason'], RunExitCode>>> = {
  'key-refused': 2,
  'no-gateway': 4,
  'target-lost': 4,
};

/** The exit code of a run that was cut short before a rule was broken. */
export function exitCodeOfStop({ reason }: CutShortRecord): RunExitCode {
  return codeOfStop[reason] ?? 3;
}

export function exitCodeOf(
  counts: Readonly<Record<Verdict, number>>,
  options: {
    readonly strict: boolean;
    readonly cutShort: CutShortRecord | undefined;
    /** A rule is blocked by a request that makes the target go away. */
    readonly hasCrashed: boolean;
  },
): RunExitCode {
  if (counts.fail + counts.flaky > 0 || (options.strict && counts.warn > 0) || options.hasCrashed) return 1;
  const code = options.cutShort === undefined ? 0 : exitCodeOfStop(options.cutShort);
  if (code === 2 || code === 4) return code;
  if (counts.error > 0) return 5;
  return counts.inconclusive + counts.blocked > 0 ? 3 : code;
}
