import { deviations } from '@gateproof/deviations';
import { loadRules } from '@gateproof/spec';
import { expect, test } from 'vitest';
import type { KeptRow } from './kept-row.ts';
import { loadSideEffects, sideEffectsOf } from './side-effects.ts';

test('side effects are those of deviations that exist, on rules that exist', () => {
  const known = new Set(deviations.map(({ id }) => id));
  const rules = loadRules().map(({ id }) => id);
  const sideEffects = [...loadSideEffects()];
  expect(sideEffects.filter(([id]) => !known.has(id)).map(([id]) => id)).toEqual([]);
  const begun = (start: string) => rules.some((id) => id.startsWith(start));
  expect(sideEffects.flatMap(([, listed]) => listed).filter((start) => !begun(start))).toEqual([]);
});

test('what was measured with several seeds before the whole suite is exact, anything else goes by its estimate', () => {
  const row: KeptRow = {
    id: 'a',
    outcome: 'killed',
    scope: 'suite',
    commit: 'abc1234',
    seeds: 3,
    always: ['a'],
    sometimes: ['job.read.x'],
    unexpected: [],
  };
  const mayFail = sideEffectsOf(
    [row, { ...row, id: 'b', seeds: 1 }],
    new Map([
      ['a', ['job.']],
      ['b', ['job.']],
    ]),
  );
  expect(['job.read.x', 'job.read.y'].map(mayFail('a'))).toEqual([true, false]);
  expect(['job.read.x', 'job.read.y', 'chat.z'].map(mayFail('b'))).toEqual([true, true, false]);
});
