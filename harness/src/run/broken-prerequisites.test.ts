import type { Rule } from '@gateproof/spec';
import { expect, test } from 'vitest';
import type { Verdict } from '../check/verdict.ts';
import { withBrokenPrerequisites } from './broken-prerequisites.ts';
import type { CheckReport, SetupFailure } from './check-report.ts';
import type { DecidedRule } from './decided-rule.ts';
import { anExchange, aRule, aSetupFailure } from './run-fixture.fixture.ts';

const shown = anExchange();
const failure = aSetupFailure({
  what: 'the job could not be read: 404',
  prerequisite: 'job.read.found',
  exchanges: [shown],
  shownBy: [shown.id],
  path: '3',
  isLasting: true,
});

function settled(verdict: Verdict, fields: Partial<Rule> = {}, lasting: Partial<SetupFailure> = {}) {
  const relied: DecidedRule = { rule: aRule('job.read.found', fields), decision: { verdict } };
  const report = { setupFailure: { ...failure, ...lasting } } as unknown as CheckReport;
  const relying: DecidedRule = { rule: aRule('job.final.kept'), decision: { verdict: 'inconclusive' }, report };
  const decided = new Map([relied, relying].map((entry) => [entry.rule.id, entry]));
  return withBrokenPrerequisites(decided).get('job.read.found');
}

test('a rule that holds by itself is broken where every attempt to rely on it failed, and shown by that case', () => {
  expect(settled('pass')).toMatchObject({
    decision: { verdict: 'fail' },
    broken: {
      check: 'job.final.kept',
      seed: 7,
      path: '3',
      finding: { observed: 'the job could not be read: 404', exchanges: [shown.id] },
    },
  });
});

test('it stays as it was where an attempt held, where its own check decided otherwise, and where it only recommends', () => {
  expect(settled('pass', {}, { isLasting: false })?.decision.verdict).toBe('pass');
  expect(settled('not-applicable')?.decision.verdict).toBe('not-applicable');
  expect(settled('pass', { level: 'should' })?.decision.verdict).toBe('pass');
  expect(settled('pass', { kind: 'standing' })?.decision.verdict).toBe('pass');
  expect(settled('pass', {}, { prerequisite: undefined })?.decision.verdict).toBe('pass');
});

/** The verdicts of rules of which each relied at every attempt on the one beside it. */
function verdictsOf(relies: Readonly<Record<string, string>>): Readonly<Record<string, Verdict>> {
  const decided = Object.entries(relies).map(([id, prerequisite]): [string, DecidedRule] => {
    const report = { setupFailure: { ...failure, prerequisite } } as unknown as CheckReport;
    return [id, { rule: aRule(id), decision: { verdict: 'inconclusive' }, report }];
  });
  const judged = [...withBrokenPrerequisites(new Map(decided))];
  return Object.fromEntries(judged.map(([id, { decision }]) => [id, decision.verdict]));
}

test('of rules that rely on each other alone, or on themselves, one is broken', () => {
  expect(verdictsOf({ 'a.one': 'a.one' })).toEqual({ 'a.one': 'fail' });
  expect(verdictsOf({ 'a.one': 'a.two', 'a.two': 'a.one', 'a.three': 'a.one' })).toEqual({
    'a.one': 'inconclusive',
    'a.two': 'fail',
    'a.three': 'inconclusive',
  });
  expect(verdictsOf({ 'a.one': 'a.two', 'a.two': 'a.unknown' })).toEqual({
    'a.one': 'inconclusive',
    'a.two': 'inconclusive',
  });
});
