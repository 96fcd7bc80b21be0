import { expect, test } from 'vitest';
import type { KeptRow } from './kept-row.ts';
import { mergeRows, readRow, rowText } from './kept-rows.ts';

const row = (id: string, commit: string): KeptRow => ({
  id,
  outcome: 'killed',
  unexpected: [],
  seeds: 1,
  always: [id],
  sometimes: [],
  scope: 'rule',
  commit,
});

test('newer rows take the place of older ones, and those of deviations that are gone are dropped', () => {
  const merged = mergeRows(
    [row('b', '1'), row('a', '1'), row('gone', '1')],
    [row('b', '2')],
    new Set(['a', 'b', 'new']),
  );
  expect(merged.map(({ id, commit }) => [id, commit])).toEqual([
    ['a', '1'],
    ['b', '2'],
  ]);
});

test.each([
  ['a killed deviation', row('a:first', '1')],
  ['a variation', { ...row('b', '1'), outcome: 'allowed', always: [] } as const],
  [
    'an odd one',
    { ...row('c', '1'), seeds: 3, always: ['d', 'e'], sometimes: ['f'], unexpected: ['f=fail', 'g=blocked'] },
  ],
])('%s is read as it was written', (_, written) => {
  expect(readRow(rowText(written))).toEqual(written);
});
