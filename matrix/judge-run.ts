import type { ResultDocument, RuleRecord } from '@gateproof/harness';

/** What a deviation or variation is expected to do. */
export interface Expectation {
  readonly id: string;
  /** The rule that must fail; undefined for a variation, which must be spared. */
  readonly breaks: string | undefined;
  readonly entails: readonly string[];
}

export type Outcome = 'killed' | 'survived' | 'spared' | 'accused' | 'no check';

/** How a run under one deviation or variation came out. */
export interface MatrixRow {
  readonly id: string;
  readonly breaks: string | undefined;
  readonly outcome: Outcome;
  /** Red rules that nobody expected, with their verdicts. */
  readonly unexpected: readonly string[];
  /** All rules that failed. */
  readonly caughtBy: readonly string[];
}

const red: ReadonlySet<string> = new Set(['fail', 'flaky', 'inconclusive', 'blocked', 'error']);

/** Compares a run with what was expected of it. */
export function judgeRun(expected: Expectation, document: ResultDocument): MatrixRow {
  const { id, breaks, entails } = expected;
  const records = new Map(document.rules.map((record) => [record.rule, record]));
  const isExpected = (rule: string): boolean =>
    rule === breaks || entails.some((start) => rule.startsWith(start)) || isFolded(records.get(rule));
  // What is blocked by an expected rule, or shown by exchanges that break one as well, is no accusation of its own.
  const isFolded = (record: RuleRecord | undefined): boolean => {
    const above = record?.verdict === 'blocked' ? [record.blockedBy ?? record.rule] : (record?.beside ?? []);
    return above.some((rule) => rule !== record?.rule && isExpected(rule));
  };
  const unexpected = document.rules
    .filter(({ rule, verdict }) => red.has(verdict) && !isExpected(rule))
    .map(({ rule, verdict }) => `${rule}=${verdict}`);
  const caughtBy = document.rules.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
  if (breaks === undefined)
    return { id, breaks, outcome: unexpected.length === 0 ? 'spared' : 'accused', unexpected, caughtBy };
  const record = document.rules.find(({ rule }) => rule === breaks);
  if (record === undefined || record.isUnchecked === true) {
    return { id, breaks, outcome: 'no check', unexpected, caughtBy };
  }
  const caught = record.verdict === 'fail' || (record.level === 'should' && record.verdict === 'warn');
  return { id, breaks, outcome: caught ? 'killed' : 'survived', unexpected, caughtBy };
}
