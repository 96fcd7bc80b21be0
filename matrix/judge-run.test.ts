import type { ResultDocument } from '@gateproof/harness';
import { describe, expect, it } from 'vitest';
import { beginningWith, judgeRun, nothingMayFail } from './judge-run.ts';

const run = (verdicts: Readonly<Record<string, string>>) =>
  ({
    rules: Object.entries(verdicts).map(([rule, verdict]) => ({ rule, verdict, level: 'must' })),
  }) as unknown as ResultDocument;

describe('judgeRun', () => {
  it('calls a deviation killed only when the rule that it breaks fails', () => {
    const expected = { id: 'a', breaks: 'a', mayFail: beginningWith(['b']) };
    expect(judgeRun(expected, run({ a: 'fail', b: 'fail', c: 'pass' }))).toMatchObject({
      outcome: 'killed',
      unexpected: [],
    });
    expect(judgeRun(expected, run({ a: 'flaky', c: 'fail' }))).toMatchObject({
      outcome: 'survived',
      unexpected: ['c=fail'],
    });
    expect(judgeRun(expected, run({ c: 'pass' })).outcome).toBe('no check');
  });

  it('calls a variation a false positive when any rule turns red', () => {
    const expected = { id: 'v', breaks: undefined, mayFail: nothingMayFail };
    expect(judgeRun(expected, run({ a: 'warn' })).outcome).toBe('allowed');
    expect(judgeRun(expected, run({ a: 'inconclusive' })).outcome).toBe('false positive');
  });
});

it('takes what folds under an expected rule for no finding of its own', () => {
  const rules = [
    { rule: 'a', verdict: 'fail', level: 'must' },
    { rule: 'b', verdict: 'fail', level: 'must', beside: ['x', 'a'] },
    { rule: 'c', verdict: 'blocked', level: 'must', blockedBy: 'b' },
    { rule: 'd', verdict: 'fail', level: 'must', beside: ['e'] },
    { rule: 'e', verdict: 'fail', level: 'must' },
  ];
  const row = judgeRun({ id: 'a', breaks: 'a', mayFail: nothingMayFail }, { rules } as unknown as ResultDocument);
  expect(row).toMatchObject({ outcome: 'killed', unexpected: ['d=fail', 'e=fail'] });
});
