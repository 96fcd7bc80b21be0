import { defineCheck } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { every } from './every.ts';
import { revealingFirst } from './revealing-first.ts';

const check = defineCheck({ rule: 'area.rule', ...every('one', 'two', 'three'), decide: async () => undefined });

test('the most revealing examples come first, and a quick run takes them beside its share', () => {
  const [moved] = revealingFirst([check], { 'area.rule': ['three'] });
  expect(moved).toMatchObject({ examples: ['three', 'one', 'two'], revealing: 1, cases: 3 });
});

test('a check that is not named stays as it is', () => {
  expect(revealingFirst([check], {})).toEqual([check]);
});

test.each([
  [{ 'area.other': ['one'] }, 'no check decides area.other'],
  [{ 'area.rule': ['four'] }, 'no example of area.rule has four'],
  [{ 'area.rule': ['t'] }, 'more than one example of area.rule has t'],
])('%j is refused: %s', (table, message) => {
  expect(() => revealingFirst([check], table)).toThrow(message);
});
