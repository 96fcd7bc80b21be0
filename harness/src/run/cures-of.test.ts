import { expect, test } from 'vitest';
import { errors } from '../repair/answer-kinds.ts';
import type { Repair } from '../repair/repair.ts';
import { curesOf } from './cures-of.ts';
import { type Fix, fixesOf } from './fix.ts';
import type { RuleTrial } from './rule-trial.ts';

const repairs = ['a', 'b', 'c'].map(
  (id): Repair => ({ id, sentence: 'It is wrong.', states: [], concerns: errors, mend: () => undefined }),
);
const fixes = fixesOf(repairs);

/** A rule that holds under these repairs, each of which changes an answer. */
function trialOf(holds: (ids: readonly string[]) => boolean): RuleTrial {
  const run = async (given: readonly Repair[]) => {
    const ids = given.map(({ id }) => id);
    return { holds: holds(ids), acted: new Set(ids) };
  };
  return { once: run, again: run };
}
const curesUnder = async (trial: RuleTrial, given: readonly Fix[] = fixes) =>
  (await curesOf(trial, given)).map((cure) => cure.fixes.map(({ id }) => id).join('+'));

test('each single fix under which the rule holds is a cure', async () => {
  expect(await curesUnder(trialOf((ids) => ids.includes('a')))).toEqual(['a']);
  expect(await curesUnder(trialOf((ids) => ids.includes('a') || ids.includes('c')))).toEqual(['a', 'c']);
});

test('of several that are needed together, the needless ones are left out', async () => {
  expect(await curesUnder(trialOf((ids) => ids.includes('a') && ids.includes('c')))).toEqual(['a+c']);
});

test('a rule that holds without any fix has no cure', async () => {
  expect(await curesUnder(trialOf(() => true))).toEqual([]);
});

test('a rule that does not hold in all its cases has no cure', async () => {
  const again = async () => ({ holds: false, acted: new Set<string>() });
  expect(await curesUnder({ ...trialOf((ids) => ids.length > 0), again })).toEqual([]);
});

test('repairs of a family are one fix, and those that changed an answer are named', async () => {
  const of = { id: 'fields', sentence: (fields: readonly string[]) => `No ${fields.join()}.` };
  const family = fixesOf(repairs.map((repair) => ({ ...repair, family: { of, field: repair.id } })));
  const acting = new Set(['a', 'b']);
  const run = async (given: readonly Repair[]) => ({
    holds: ['a', 'b'].every((id) => given.some((repair) => repair.id === id)),
    acted: new Set(given.map(({ id }) => id).filter((id) => acting.has(id))),
  });
  const [cure] = await curesOf({ once: run, again: run }, family);
  expect(cure).toEqual({ fixes: family, acted: acting });
});
