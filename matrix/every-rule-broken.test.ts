import { deviations } from '@gateproof/deviations';
import { loadRules } from '@gateproof/spec';
import { expect, test } from 'vitest';

test('every observable rule of the gateway has a deviation that breaks it', () => {
  const broken = new Set(deviations.map(({ breaks }) => breaks));
  const unbroken = loadRules().filter(
    ({ id, party, unobservable }) => party === 'gateway' && unobservable === undefined && !broken.has(id),
  );
  expect(unbroken.map(({ id }) => id)).toEqual([]);
});
