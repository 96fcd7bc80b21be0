import { loadRules, profileSchema } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { allRepairs } from './all-repairs.ts';

test('repairs have ids of their own, and one sentence each', () => {
  expect(new Set(allRepairs.map(({ id }) => id)).size).toBe(allRepairs.length);
  for (const { id, sentence } of allRepairs) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(sentence).toMatch(/^[A-Z`].*[^.]\.$/);
  }
});

test('the rules that repairs state are rules of the contract', () => {
  const rules = new Set(loadRules().map(({ id }) => id));
  const stated = allRepairs.flatMap(({ states }) => states);
  expect(stated.filter((rule) => !rules.has(rule))).toEqual([]);
});

test('a profile can declare each of them', () => {
  const { properties } = profileSchema() as {
    properties: { differs: { items: { properties: { repair: { enum: readonly string[] } } } } };
  };
  expect(properties.differs.items.properties.repair.enum).toEqual(allRepairs.map(({ id }) => id));
});
