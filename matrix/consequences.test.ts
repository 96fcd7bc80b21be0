import { deviations } from '@gateproof/deviations';
import { loadRules } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { loadConsequences } from './consequences.ts';

test('consequences are those of deviations that exist, on rules that exist', () => {
  const known = new Set(deviations.map(({ id }) => id));
  const rules = loadRules().map(({ id }) => id);
  const consequences = Object.entries(loadConsequences());
  expect(consequences.filter(([id]) => !known.has(id)).map(([id]) => id)).toEqual([]);
  // A whole area may hang on what is broken.
  const named = (listed: string) =>
    rules.some((id) => id === listed || (listed.endsWith('.') && id.startsWith(listed)));
  expect(consequences.flatMap(([, listed]) => listed).filter((listed) => !named(listed))).toEqual([]);
});
