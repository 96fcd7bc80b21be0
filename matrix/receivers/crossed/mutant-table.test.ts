import { describe, expect, it } from 'vitest';
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
});
