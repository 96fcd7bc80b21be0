import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { differencesOf } from './differences-of.ts';

const rule = (more: Partial<RuleRecord> = {}) => ({
  ...{ rule: 'auth.key.missing', kind: 'active', verdict: 'pass', durationMs: 1, cases: { run: 5, exercised: 5 } },
  ...more,
});

const document = (rules: readonly object[], causes: readonly object[] = []) =>
  ({
    rules,
    run: { id: 'drawn', seed: 1, effort: 'quick', durationMs: 9 },
    summary: { verdicts: {}, exitCode: 0, classes: [], differences: [], causes },
  }) as unknown as ResultDocument;

test('times and the order within a cause are no difference', () => {
  const cause = (folded: readonly string[]) => [{ id: 'c', kind: 'repair', folded }];
  const one = document([rule()], cause(['a', 'b']));
  const other = document([rule({ durationMs: 70 })], cause(['b', 'a']));
  expect(differencesOf(one, other)).toEqual({ lines: [], otherCases: [] });
});

test.each([
  ['a verdict', { verdict: 'fail' }],
  ['what blocks it', { blockedBy: 'auth.scheme.other' }],
  ['its cause', { causedBy: 'c' }],
] as const)('%s is a difference', (_, more) => {
  expect(differencesOf(document([rule()]), document([rule(more)])).lines).toEqual([
    expect.stringMatching(/^auth\.key\.missing: .* and /),
  ]);
});

test('a rule or a cause that one of them lacks is a difference', () => {
  const other = document([], [{ id: 'c', kind: 'rule', folded: [] }]);
  expect(differencesOf(document([rule()]), other).lines).toEqual([
    expect.stringMatching(/^auth\.key\.missing: .* and absent$/),
    expect.stringMatching(/^cause c: absent and /),
  ]);
});

test('other numbers of cases are named apart, but for standing rules, which have others in each shard', () => {
  const ran = (kind: RuleRecord['kind'], exercised: number) =>
    document([rule({ kind, cases: { run: exercised, exercised } })]);
  expect(differencesOf(ran('active', 5), ran('active', 4))).toEqual({ lines: [], otherCases: ['auth.key.missing'] });
  expect(differencesOf(ran('standing', 90), ran('standing', 40))).toEqual({ lines: [], otherCases: [] });
});
