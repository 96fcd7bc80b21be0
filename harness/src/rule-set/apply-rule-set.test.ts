import { expect, test } from 'vitest';
import { Violation } from '../check/violation.ts';
import { aCheck, runOptions } from '../run/run-fixture.fixture.ts';
import { runSuite } from '../run/run-suite.ts';
import { applyRuleSet } from './apply-rule-set.ts';

const broken = aCheck('area.broken', async () => {
  throw new Violation({ expected: 'one', observed: 'two' });
});
const document = await runSuite(runOptions([broken, aCheck('area.kept', async (world) => world.stated())]));
const under = (...provisional: readonly string[]) => ({ id: '1.0', provisional: new Set(provisional), strict: false });

test('a broken rule that is newer than the rule set turns nothing red, and keeps its evidence', () => {
  expect(document.summary.exitCode).toBe(1);
  const { run, rules, summary } = applyRuleSet(document, under('area.broken', 'area.kept'));
  expect(run.ruleset).toBe('1.0');
  expect(rules.map(({ verdict }) => verdict)).toEqual(['provisional', 'pass']);
  expect(rules[0]).toMatchObject({ provisional: { verdict: 'fail' }, failure: { expected: 'one', observed: 'two' } });
  expect(summary).toMatchObject({ exitCode: 0, causes: [], verdicts: { provisional: 1, fail: 0, pass: 1 } });
});

test('a broken rule of the set stays red', () => {
  const { rules, summary } = applyRuleSet(document, under('area.kept'));
  expect(rules.map(({ verdict }) => verdict)).toEqual(['fail', 'pass']);
  expect(summary).toEqual(document.summary);
});

test('a shard names the set, which its merged result is judged by', () => {
  const shard = { ...document, run: { ...document.run, shard: { index: 1, of: 2 } } };
  const { run, rules } = applyRuleSet(shard, under('area.broken'));
  expect(run.ruleset).toBe('1.0');
  expect(rules).toEqual(document.rules);
});
