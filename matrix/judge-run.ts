import type { ResultDocument, RuleRecord } from '@gateproof/harness';

/** What a deviation or variation is expected to do. */
export interface Expectation {
  readonly id: string;
  /** The rule that must fail; undefined for a variation, which must be allowed. */
  readonly breaks: string | undefined;
  /** Whether another rule may fail or stay undecided beside it. */
  readonly mayFail: (rule: string) => boolean;
}

/** What became of a deviation (`killed`, `survived`, `no check`) or of a variation (`allowed`, `false positive`). */
export const outcomes = ['killed', 'survived', 'no check', 'allowed', 'false positive'] as const;
export type Outcome = (typeof outcomes)[number];

/** How a run under one deviation or variation came out. */
export interface MatrixRow {
  readonly id: string;
  readonly outcome: Outcome;
  /** Red rules that nobody expected, with their verdicts. */
  readonly unexpected: readonly string[];
  /** All rules that failed or were left undecided. */
  readonly red: readonly string[];
}

const redVerdicts: ReadonlySet<string> = new Set(['fail', 'flaky', 'inconclusive', 'blocked', 'error']);

export const nothingMayFail = (): boolean => false;
export const beginningWith =
  (starts: readonly string[]) =>
  (rule: string): boolean =>
    starts.some((start) => rule.startsWith(start));

/** Compares a run with what was expected of it. */
export function judgeRun({ id, breaks, mayFail }: Expectation, document: ResultDocument): MatrixRow {
  const records = new Map(document.rules.map((record) => [record.rule, record]));
  const isExpected = (rule: string): boolean => rule === breaks || mayFail(rule) || isFolded(records.get(rule));
  // What is blocked by an expected rule, or shown by exchanges that break one as well, is no finding of its own.
  const isFolded = (record: RuleRecord | undefined): boolean => {
    const above = record?.verdict === 'blocked' ? [record.blockedBy ?? record.rule] : (record?.beside ?? []);
    return above.some((rule) => rule !== record?.rule && isExpected(rule));
  };
  const red = document.rules.filter(({ verdict }) => redVerdicts.has(verdict));
  const unexpected = red.filter(({ rule }) => !isExpected(rule)).map(({ rule, verdict }) => `${rule}=${verdict}`);
  const outcome =
    breaks === undefined
      ? unexpected.length === 0
        ? 'allowed'
        : 'false positive'
      : outcomeOfDeviation(records.get(breaks));
  return { id, outcome, unexpected, red: red.map(({ rule }) => rule) };
}

function outcomeOfDeviation(record: RuleRecord | undefined): Outcome {
  if (record === undefined || record.isUnchecked === true) return 'no check';
  const isCaught = record.verdict === 'fail' || (record.level === 'should' && record.verdict === 'warn');
  return isCaught ? 'killed' : 'survived';
}

/** Whether a row is as it should be. */
export function isFine({ outcome, unexpected }: Pick<MatrixRow, 'outcome' | 'unexpected'>): boolean {
  return (outcome === 'killed' || outcome === 'allowed') && unexpected.length === 0;
}
