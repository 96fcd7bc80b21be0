import { expect, test } from 'vitest';
import { type FinishedCommand, unlikeRuns } from './unlike-runs.ts';

/** A run with verdicts by rule, and causes in their order. */
function run(verdicts: Record<string, string>, causes: readonly string[] = [], exitCode = 1): FinishedCommand {
  const rules = Object.entries(verdicts).map(([rule, verdict]) => ({ rule, verdict }));
  const summary = { causes: causes.map((id) => ({ id, folded: ['a.b'] })) };
  return { exitCode, document: { rules, summary } } as unknown as FinishedCommand;
}

test('equal runs differ in nothing', () => {
  expect(unlikeRuns(run({ 'a.b': 'fail' }, ['x', 'y']), run({ 'a.b': 'fail' }, ['x', 'y']))).toEqual([]);
});

test('a verdict, the rank of a cause and the exit code are each named', () => {
  const one = run({ 'a.b': 'fail', 'a.c': 'pass' }, ['x', 'y']);
  const other = run({ 'a.b': 'flaky', 'a.c': 'pass' }, ['y', 'x'], 3);
  expect(unlikeRuns(one, other)).toEqual([
    'exit code 1, then 3',
    'a.b: fail, then flaky',
    'causes:\nx (1)\ny (1)\nthen:\ny (1)\nx (1)',
  ]);
});
