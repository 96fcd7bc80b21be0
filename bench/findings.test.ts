import { expect, test } from 'vitest';
import { atLeast, atMost, tableOf } from './findings.ts';
import { median } from './measures/median.ts';

const show = (value: number) => value.toFixed(1);

test('a ratchet holds up to its number and breaks beyond it', () => {
  expect([atLeast('a', 0.6, 0.6, show).holds, atLeast('a', 0.59, 0.6, show).holds]).toEqual([true, false]);
  expect([atMost('a', 50, 50, show).holds, atMost('a', 50.1, 50, show).holds]).toEqual([true, false]);
});

test('the table says what was measured, what was wanted and what holds', () => {
  const table = tableOf([atMost('time', 7, 5, show), { what: 'size', measured: '3' }]);
  expect(table.split('\n')).toEqual([
    '| What | Held against | Measured | Holds |',
    '| ---- | ------------ | -------- | ----- |',
    '| time | at most 5.0  | 7.0      | no    |',
    '| size |              | 3        |       |',
  ]);
});

test('the median is the middle one, wherever it stands', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([2])).toBe(2);
});
