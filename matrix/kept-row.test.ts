import { expect, test } from 'vitest';
import type { MatrixRow } from './judge-run.ts';
import { isExact, isInScope, joinSeeds } from './kept-row.ts';

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

test('a run speaks of the rules in its scope alone', () => {
  const seen = (scope: 'rule' | 'area' | 'suite') =>
    ['job.read.a', 'job.read.b', 'chat.c'].filter((rule) => isInScope(scope, 'job.read.a', rule));
  expect([seen('rule'), seen('area'), seen('suite')].map(({ length }) => length)).toEqual([1, 2, 3]);
});
