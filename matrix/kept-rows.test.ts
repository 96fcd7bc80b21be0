import { expect, test } from 'vitest';
import type { KeptRow } from './kept-row.ts';
import { mergeRows, readRow, redRulesKept, rowText } from './kept-rows.ts';

const row = (id: string, commit: string): KeptRow => ({
  id,
  outcome: 'killed',
  commit,
  scope: 'rule',
  measuredOn: commit,
  seeds: 1,
  always: [id],
  sometimes: [],
});
const wide: KeptRow = { ...row('a', '1'), scope: 'suite', always: ['a', 'job.read.x'], sometimes: ['job.read.y'] };

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

test('a newer row of a narrower scope changes the outcome and leaves what a wider one measured', () => {
  const merged = mergeRows([wide], [{ ...row('a', '2'), outcome: 'survived' }], new Set(['a']));
  expect(merged).toEqual([{ ...wide, outcome: 'survived', commit: '2' }]);
  expect(mergeRows([row('a', '1')], [wide], new Set(['a']))).toEqual([wide]);
});

test('a red rule is new where a row that measured as much does not have it', () => {
  const isKept = redRulesKept([wide, row('b', '1')]);
  const rules = ['job.read.x', 'job.read.y', 'job.read.z'];
  expect(rules.map(isKept('a', 'area'))).toEqual([true, true, false]);
  expect(rules.map(isKept('b', 'area'))).toEqual([true, true, true]);
  expect(rules.map(isKept('unknown', 'rule'))).toEqual([true, true, true]);
});

test.each([
  ['a killed deviation', row('a:first', '1')],
  ['a variation', { ...row('b', '1'), outcome: 'allowed', always: [] } as const],
  ['one of several seeds', { ...wide, seeds: 3 }],
  ['one that is red at times alone', { ...wide, seeds: 3, always: [] }],
])('%s is read as it was written', (_, written) => {
  expect(readRow(rowText(written))).toEqual(written);
});
