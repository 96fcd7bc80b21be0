import { expect, test } from 'vitest';
import type { Repair } from '../repair/repair.ts';
import type { RuleTrial } from './rule-trial.ts';
import { smallestCure } from './smallest-cure.ts';

const [a, b, c] = ['a', 'b', 'c'].map(
  (id): Repair => ({ id, sentence: 'It is wrong.', states: [], mend: () => undefined }),
) as [Repair, Repair, Repair];

/** A rule that holds under these repairs; every trial is written down. */
function trialOf(holds: (ids: readonly string[]) => boolean) {
  const tried: string[] = [];
  const run = async (repairs: readonly Repair[]) => {
    const ids = repairs.map(({ id }) => id);
    tried.push(ids.join(''));
    return { holds: holds(ids), acted: new Set(ids) };
  };
  const trial: RuleTrial = { once: run, again: run };
  return { trial, tried };
}
const idsOf = (cure: readonly Repair[] | undefined) => cure?.map(({ id }) => id);

test('one repair alone is enough where the rule holds under it, the one that explains most first', async () => {
  const { trial, tried } = trialOf((ids) => ids.includes('a') || ids.includes('b'));
  expect(idsOf(await smallestCure(trial, [a, b, c]))).toEqual(['a']);
  expect(tried).toEqual(['a', 'a']);
});

test('of several that are needed together, the needless ones are left out', async () => {
  const { trial } = trialOf((ids) => ids.includes('a') && ids.includes('c'));
  expect(idsOf(await smallestCure(trial, [a, b, c]))).toEqual(['a', 'c']);
});

test('a rule that does not hold in a few cases more has no cure', async () => {
  const { trial } = trialOf(() => true);
  const again = async () => ({ holds: false, acted: new Set<string>() });
  expect(await smallestCure({ ...trial, again }, [a])).toBeUndefined();
});
