import { describe, expect, it } from 'vitest';
import { judgementOf, loadJudgedMutants } from './judged-mutants.ts';
import { crossedReceivers } from './mutant-table.ts';
import { occasions } from './occasions.ts';

const ids = crossedReceivers.map(({ id }) => id);

describe('crossed receivers', () => {
  it('have an id each', () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('meet every occasion', () => {
    const names = Object.keys(occasions).filter((name) => name !== 'always');
    expect(names.filter((name) => !ids.some((id) => id.endsWith(` × ${name}`)))).toEqual([]);
  });

  it('are judged by patterns that each concern some of them', () => {
    const judged = loadJudgedMutants();
    const unused = judged.filter((one) => !ids.some((id) => judgementOf(id, [one]) !== undefined));
    expect(unused.map(({ mutants }) => mutants)).toEqual([]);
  });

  it('are judged by their whole ids', () => {
    const all = [{ mutants: 'a\\.b', verdict: 'equal', why: 'it is' }] as const;
    expect(judgementOf('a.b', all)).toBe(all[0]);
    expect(judgementOf('a.b × c', all)).toBeUndefined();
  });
});
