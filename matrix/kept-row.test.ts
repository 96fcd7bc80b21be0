import { expect, test } from 'vitest';
import type { MatrixRow } from './judge-run.ts';
import { isExact, joinSeeds } from './kept-row.ts';

const killed: MatrixRow = { id: 'a', outcome: 'killed', unexpected: [], red: ['a', 'b'] };

test('rules that are red with every seed are kept apart from those that are red with some', () => {
  const row = joinSeeds([killed, { ...killed, red: ['a', 'c'] }, killed], 'suite', 'abc1234');
  expect(row).toMatchObject({ outcome: 'killed', seeds: 3, always: ['a'], sometimes: ['b', 'c'] });
  expect(isExact(row)).toBe(true);
});

test('one seed that a deviation survives is a survivor', () => {
  const row = joinSeeds([killed, { ...killed, outcome: 'survived' }], 'suite', 'abc1234');
  expect(row.outcome).toBe('survived');
  expect(isExact(row)).toBe(false);
});
