import { expect, test } from 'vitest';
import { maxSeed, seedOrRandom } from './numbers.ts';

test.each([
  ['0', 0],
  [String(maxSeed), maxSeed],
  ['random', 'random'],
])('--seed takes %s', (text, seed) => {
  expect(seedOrRandom(text)).toBe(seed);
});

test.each(['', '-1', '1.5', 'Random', String(maxSeed + 1)])('--seed refuses %j', (text) => {
  expect(() => seedOrRandom(text)).toThrow(`It takes a whole number from 0 to ${maxSeed}, or random.`);
});
