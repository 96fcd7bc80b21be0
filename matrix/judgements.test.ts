import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cross } from './clients/crossed/cross.ts';
import { matchesPattern } from './clients/crossed/matches-pattern.ts';
import { mutants } from './crossed/mutants.ts';
import { judgementOf, matchesWhole, readJudgements, unusedPatterns, verdicts } from './judgements.ts';
import { crossedReceivers } from './receivers/crossed/mutant-table.ts';

const here = import.meta.dirname;
const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);

test.each([
  ['gateways', join(here, 'crossed'), idsOf(mutants), matchesWhole],
  ['clients', join(here, 'clients', 'crossed'), idsOf(cross), matchesPattern],
  ['receivers', join(here, 'receivers', 'crossed'), idsOf(crossedReceivers), matchesWhole],
] as const)(
  'each judgement about %s speaks of a mutant, with a verdict and a reason',
  (_what, folder, ids, matches) => {
    const all = readJudgements(folder);
    expect(unusedPatterns(ids, all, matches)).toEqual([]);
    for (const { why, verdict } of all) {
      expect(why).toMatch(/^[A-Z].{10,}\.$/s);
      expect(verdicts).toContain(verdict);
    }
  },
);

test('a mutant is judged by its whole id', () => {
  const all = [{ mutants: ['b', 'a\\.b'], verdict: 'legal', why: 'It may.' }] as const;
  expect(judgementOf('a.b', all)).toBe(all[0]);
  expect(judgementOf('a.b × c', all)).toBeUndefined();
  expect(unusedPatterns(['a.b'], all)).toEqual(['b']);
});
