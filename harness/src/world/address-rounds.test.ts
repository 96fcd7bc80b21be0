import { expect, test } from 'vitest';
import { addressRounds } from './address-rounds.ts';

const addresses = ['http://a', 'http://b', 'http://c'];

function first(count: number, seed: string): readonly string[] {
  const rounds = addressRounds(addresses, seed);
  return Array.from({ length: count }, () => rounds.next().value);
}

test('each round visits every address once, and rounds differ in their order', () => {
  const sent = first(30, 'seed');
  const rounds = Array.from({ length: 10 }, (_, round) => sent.slice(3 * round, 3 * round + 3));
  for (const round of rounds) expect([...round].sort()).toEqual(addresses);
  expect(new Set(rounds.map(String)).size).toBeGreaterThan(2);
});

test('the order follows from the seed', () => {
  expect(first(12, 'one')).toEqual(first(12, 'one'));
  expect(first(12, 'one')).not.toEqual(first(12, 'two'));
});
