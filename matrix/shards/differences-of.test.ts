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
  expect(differencesOf(one, other)).toEqual([]);
});

test.each([
  ['a verdict', { verdict: 'fail' }],
  ['the number of cases', { cases: { run: 4, exercised: 4 } }],
  ['what blocks it', { blockedBy: 'auth.scheme.other' }],
  ['its cause', { causedBy: 'c' }],
] as const)('%s is a difference', (_, more) => {
  expect(differencesOf(document([rule()]), document([rule(more)]))).toEqual([
    expect.stringMatching(/^auth\.key\.missing: .* and /),
  ]);
});

test('a rule or a cause that one of them lacks is a difference', () => {
  const other = document([], [{ id: 'c', kind: 'rule', folded: [] }]);
  expect(differencesOf(document([rule()]), other)).toEqual([
    expect.stringMatching(/^auth\.key\.missing: .* and absent$/),
    expect.stringMatching(/^cause c: absent and /),
  ]);
});

test('shards have other numbers of cases of a standing rule', () => {
  const standing = (run: number) => document([rule({ kind: 'standing', cases: { run, exercised: run } })]);
  expect(differencesOf(standing(90), standing(40))).toEqual([]);
});
