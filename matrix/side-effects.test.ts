import { deviations } from '@gateproof/deviations';
import { loadRules } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { loadSideEffects } from './side-effects.ts';

test('side effects are those of deviations that exist, on rules that exist', () => {
  const known = new Set(deviations.map(({ id }) => id));
  const rules = loadRules().map(({ id }) => id);
  const sideEffects = [...loadSideEffects()];
  expect(sideEffects.filter(([id]) => !known.has(id)).map(([id]) => id)).toEqual([]);
  const begun = (start: string) => rules.some((id) => id.startsWith(start));
  expect(sideEffects.flatMap(([, listed]) => listed).filter((start) => !begun(start))).toEqual([]);
});
