import { expect, test } from 'vitest';
import { errors } from '../repair/answer-kinds.ts';
import { answered } from '../repair/answered.fixture.ts';
import type { Repair } from '../repair/repair.ts';
import type { DecidedRule } from './decided-rule.ts';
import { measureRepairs } from './measure-repairs.ts';
import type { RuleTrial } from './rule-trial.ts';
import { aRule } from './run-fixture.fixture.ts';

const repairOf = (id: string, sentence: string): Repair => ({
  id,
  sentence,
  states: [],
  concerns: errors,
  mend: ({ response }) => ({ ...response, status: 200 }),
});
const shape = repairOf('shape', 'Errors have another shape.');
const status = repairOf('status', 'Errors have another status.');

const exchange = answered({ status: 500, body: 'oops' });

function failed(id: string): DecidedRule {
  const place = { check: id, seed: 1, path: '0', input: '1', shrinks: 0, replayed: { kind: 'broke' } as const };
  const broken = { ...place, finding: { expected: 'a', observed: 'b' }, exchanges: [exchange] };
  return { rule: aRule(id), decision: { verdict: 'fail' }, broken };
}

/** A rule that holds when these repairs, of those that act in its case, are applied. */
const needing = (needed: readonly string[], acting = ['shape', 'status']): RuleTrial => {
  const run = async (repairs: readonly Repair[]) => {
    const ids = repairs.map(({ id }) => id);
    return { holds: needed.every((id) => ids.includes(id)), acted: new Set(ids.filter((id) => acting.includes(id))) };
  };
  return { once: run, again: run };
};

const measured = (trials: Readonly<Record<string, RuleTrial | undefined>>) =>
  measureRepairs(Object.keys(trials).map(failed), {
    repairs: [shape, status],
    target: { baseUrl: 'http://target', prefix: 'svc' },
    concurrency: 2,
    trialOf: ({ rule }) => trials[rule.id],
  });

test('rules fold under the repair under which they hold, others are left alone', async () => {
  const causes = await measured({
    'a.one': needing(['shape']),
    'a.two': needing(['shape'], ['shape']),
    'a.other': needing(['status']),
    'a.broken': needing(['something else']),
    'a.unmeasured': undefined,
  });
  expect(causes).toEqual([
    {
      id: 'shape',
      kind: 'repair',
      sentence: 'Errors have another shape.',
      harm: 'shape',
      proved: true,
      shownBy: exchange,
      rules: ['a.one', 'a.two'],
    },
    expect.objectContaining({ id: 'status', rules: ['a.other'] }),
  ]);
});

test('rules that need several repairs have a cause that says so', async () => {
  const [cause] = await measured({ 'a.both': needing(['status', 'shape']) });
  expect(cause).toMatchObject({
    id: 'shape+status',
    sentence: 'Together: Errors have another shape. Errors have another status.',
    rules: ['a.both'],
  });
});

test('a rule that holds although no repair changed an answer is no consequence of one', async () => {
  expect(await measured({ 'a.flaky': needing([], []) })).toEqual([]);
});

test('rules that need another fix as well wait behind the cause that has one of them', async () => {
  const causes = await measured({ 'a.one': needing(['shape']), 'a.both': needing(['status', 'shape']) });
  expect(causes).toMatchObject([{ id: 'shape', rules: ['a.one'], waiting: ['a.both'] }]);
});

test('a fix that explains nothing new is no cause, and one that does claims all that it turns', async () => {
  const either: RuleTrial = {
    once: async (repairs) => ({ holds: repairs.length > 0, acted: new Set(repairs.map(({ id }) => id)) }),
    again: async (repairs) => ({ holds: true, acted: new Set(repairs.map(({ id }) => id)) }),
  };
  expect(await measured({ 'a.one': needing(['shape']), 'a.either': either })).toMatchObject([
    { id: 'shape', rules: ['a.one', 'a.either'] },
  ]);
  const causes = await measured({ 'a.one': needing(['shape']), 'a.two': needing(['status']), 'a.either': either });
  expect(causes).toMatchObject([{ rules: ['a.one', 'a.either'] }, { rules: ['a.two', 'a.either'] }]);
});

test('a cause that no exchange shows is not reported', async () => {
  const unseen: DecidedRule = { rule: aRule('a.idle'), decision: { verdict: 'inconclusive' } };
  const options = {
    repairs: [shape],
    target: { baseUrl: 'http://target', prefix: 'svc' },
    concurrency: 1,
    trialOf: () => needing(['shape']),
  };
  expect(await measureRepairs([unseen], options)).toEqual([]);
  const whereabouts = () => ({ where: 'Seen in 404 errors.', example: exchange });
  expect(await measureRepairs([unseen], { ...options, whereabouts })).toMatchObject([
    { shownBy: exchange, sentence: 'Errors have another shape. Seen in 404 errors.' },
  ]);
});
