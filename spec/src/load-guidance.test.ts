import { expect, test } from 'vitest';
import { guidanceFor, loadGuidance } from './load-guidance.ts';
import { loadRules } from './load-rules.ts';

test('every rule has guidance, and every entry is that of a rule', () => {
  const used = new Set(loadRules().map(({ id }) => guidanceFor(id)));
  expect(
    loadGuidance()
      .filter((entry) => !used.has(entry))
      .map(({ rules }) => rules),
  ).toEqual([]);
  expect(() => guidanceFor('weather.rain')).toThrow('nothing for the rule weather.rain');
});

test('each is two sentences of their own', () => {
  for (const { why, fix } of loadGuidance()) {
    expect(why).toMatch(/^[A-Z`].*\.$/);
    expect(fix).toMatch(/^[A-Z].*\.$/);
  }
});

test('the longest entry decides', () => {
  expect(guidanceFor('stream.failure.done-follows').rules).toEqual(['stream.failure.done-follows']);
  expect(guidanceFor('stream.failure.code').rules).toEqual(['stream.failure']);
});
