import { expect, test } from 'vitest';
import type { Verdict } from '../check/verdict.ts';
import type { RuleRecord } from '../result/result-document.ts';
import { classRecords } from './class-records.ts';
import { ruleRecord } from './rule-record.ts';
import { aRule } from './run-fixture.fixture.ts';

/** What the class `core` must have shown, two of its rules and two of the class `basic`. */
const floor = [
  ['chat.response.json', 'basic'],
  ['model.get.listed', 'basic'],
  ['auth.key.unknown', 'core'],
  ['error.envelope.object', 'core'],
] as const;

function record(verdict: Verdict, patch: Partial<RuleRecord> = {}): RuleRecord {
  const decided = { rule: aRule('a.b', { class: 'core' }), decision: { verdict } };
  return { ...ruleRecord(decided, undefined, (text) => text), ...patch };
}

/** The class `core` of a run whose other rules came to `verdicts`, where all of its floor was seen. */
function coreOf(verdicts: readonly Verdict[], strict = false) {
  const seen = floor.map(([rule, id]) => record('pass', { rule, class: id }));
  const records = [...seen, ...verdicts.map((verdict) => record(verdict))];
  return classRecords(records, strict).find((one) => one.class === 'core');
}

test.each<[Verdict[], boolean, object]>([
  [['warn', 'not-applicable'], false, { outcome: 'conformant', passed: 3, decided: 3, rules: 4 }],
  [['warn'], true, { outcome: 'broken', passed: 2, decided: 3 }],
  [['fail', 'inconclusive'], false, { outcome: 'broken', passed: 2, decided: 3 }],
  [['flaky'], false, { outcome: 'broken' }],
  [['inconclusive'], false, { outcome: 'undecided', passed: 2, decided: 2 }],
  [['blocked', 'not-applicable'], false, { outcome: 'undecided', decided: 2 }],
  [['error'], false, { outcome: 'undecided' }],
  [['differs'], false, { outcome: 'differs', passed: 2, decided: 3 }],
  [['differs', 'blocked'], false, { outcome: 'undecided' }],
])('%o with strict %s comes to %o', (verdicts, strict, expected) => {
  expect(coreOf(verdicts, strict)).toMatchObject(expected);
});

test('a class that is not claimed, or of which nothing applies, is neither conformant nor broken', () => {
  expect(classRecords([record('not-claimed'), record('not-claimed')], false)).toMatchObject([
    { outcome: 'not-claimed', claimed: false, decided: 0, rules: 2 },
  ]);
  expect(classRecords([record('not-applicable')], false)).toMatchObject([
    { outcome: 'not-shown', claimed: true, passed: 0, decided: 0 },
  ]);
});

test('refusals alone do not show a class: what its floor names was not seen', () => {
  const refusals = [record('pass'), record('pass'), record('not-applicable', { rule: 'job.outcome.succeeded' })];
  const ofJobs = refusals.map((one) => ({ ...one, class: 'jobs' }));
  expect(classRecords(ofJobs, false)).toMatchObject([
    { outcome: 'not-shown', notShown: ['a job that succeeds', 'a job that can be read'], passed: 2, decided: 2 },
  ]);
});

test('one of the rules of an entry of the floor is enough, and each entry is needed', () => {
  const read = record('pass', { rule: 'job.read.found', class: 'jobs' });
  const transcription = record('warn', { rule: 'job.outcome.transcription-succeeded', class: 'jobs' });
  const notShown = (...rules: RuleRecord[]) => classRecords(rules, false)[0]?.notShown;
  expect(notShown(read, transcription)).toBeUndefined();
  expect(notShown(read)).toEqual(['a job that succeeds']);
  expect(notShown(read, { ...transcription, verdict: 'not-applicable' })).toEqual(['a job that succeeds']);
});

test('a broken class is broken, shown or not', () => {
  expect(classRecords([record('fail')], false)).toMatchObject([{ outcome: 'broken' }]);
  expect(classRecords([record('fail')], false)[0]).not.toHaveProperty('notShown');
});

test('a class with known failures is neither broken nor conformant', () => {
  const known = (verdict: Verdict) => record('known', { known: { verdict } });
  const found = classRecords([record('pass'), known('fail'), known('inconclusive')], false);
  expect(found).toMatchObject([{ outcome: 'known', passed: 1, decided: 2, verdicts: { known: 2, fail: 0, pass: 1 } }]);
  expect(classRecords([known('fail'), record('fail')], false)).toMatchObject([{ outcome: 'broken', decided: 2 }]);
});

test('classes stand in the order of the catalogue; those without a rule of the run, and rules without a class, are left out', () => {
  const { class: _, ...ofClient } = record('pass');
  const records = [record('pass'), record('fail', { class: 'basic' }), ofClient];
  expect(classRecords(records, false).map((one) => [one.class, one.title, one.rules])).toEqual([
    ['basic', 'Basic', 1],
    ['core', 'Core', 1],
  ]);
});
