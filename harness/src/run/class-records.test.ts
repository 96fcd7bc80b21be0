import { expect, test } from 'vitest';
import type { Verdict } from '../check/verdict.ts';
import type { RuleRecord } from '../result/result-document.ts';
import { classRecords } from './class-records.ts';
import { ruleRecord } from './rule-record.ts';
import { aRule } from './run-fixture.fixture.ts';

function record(verdict: Verdict, patch: Partial<RuleRecord> = {}): RuleRecord {
  const decided = { rule: aRule('a.b', { class: 'core' }), decision: { verdict } };
  return { ...ruleRecord(decided, undefined, (text) => text), ...patch };
}

test.each<[Verdict[], boolean, object]>([
  [['pass', 'warn', 'not-applicable'], false, { outcome: 'conformant', passed: 2, decided: 2, rules: 3 }],
  [['pass', 'warn'], true, { outcome: 'broken', passed: 1, decided: 2 }],
  [['pass', 'fail', 'inconclusive'], false, { outcome: 'broken', passed: 1, decided: 2 }],
  [['pass', 'flaky'], false, { outcome: 'broken' }],
  [['pass', 'inconclusive'], false, { outcome: 'undecided', passed: 1, decided: 1 }],
  [['blocked', 'not-applicable'], false, { outcome: 'undecided', decided: 0 }],
  [['pass', 'error'], false, { outcome: 'undecided' }],
  [['pass', 'differs'], false, { outcome: 'differs', passed: 1, decided: 2 }],
  [['differs', 'blocked'], false, { outcome: 'undecided' }],
  [['not-applicable'], false, { outcome: 'not-judged', claimed: true, passed: 0, decided: 0 }],
  [['not-claimed', 'not-claimed'], false, { outcome: 'not-claimed', claimed: false, decided: 0, rules: 2 }],
])('%o with strict %s comes to %o', (verdicts, strict, expected) => {
  expect(
    classRecords(
      verdicts.map((verdict) => record(verdict)),
      strict,
    ),
  ).toMatchObject([expected]);
});

test('a known failure makes no class conformant', () => {
  const known = record('known', { known: { verdict: 'fail' } });
  const [found] = classRecords([record('pass'), known], false);
  expect(found).toMatchObject({ outcome: 'broken', passed: 1, decided: 2, verdicts: { known: 1, fail: 0, pass: 1 } });
});

test('classes stand in the order of the catalogue; those without a rule of the run, and rules without a class, are left out', () => {
  const { class: _, ...ofClient } = record('pass');
  const records = [record('pass'), record('fail', { class: 'basic' }), ofClient];
  expect(classRecords(records, false).map((one) => [one.class, one.title, one.rules])).toEqual([
    ['basic', 'Basic', 1],
    ['core', 'Core', 1],
  ]);
});
