import { allRepairs } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { spoils } from './spoils.ts';

test('each repair, or its family, has a way that needs it', () => {
  const causes = new Set(spoils.map(({ cause }) => cause));
  const missing = allRepairs.filter(({ id, family }) => !causes.has(id) && !causes.has(family?.of.id ?? id));
  expect(missing.map(({ id }) => id)).toEqual([]);
});

test('ways have ids of their own, and causes that are there', () => {
  expect(new Set(spoils.map(({ id }) => id)).size).toBe(spoils.length);
  const known = new Set(allRepairs.flatMap(({ id, family }) => [id, family?.of.id ?? id]));
  expect(spoils.filter(({ cause }) => !known.has(cause))).toEqual([]);
});
