import { expect, test } from 'vitest';
import { distance, nearest } from './nearest.ts';

test('the distance is the number of slips', () => {
  expect([distance('', 'abc'), distance('abc', 'abc'), distance('kitten', 'sitting')]).toEqual([3, 0, 3]);
});

test('a name with few slips is found, what is known or far is not', () => {
  const known = ['max_tokens', 'messages', 'tools', 'stream'];
  expect(nearest('max_token', known)).toBe('max_tokens');
  expect(nearest('mesages', known)).toBe('messages');
  expect(nearest('Stream', known)).toBe('stream');
  for (const name of ['stream', 'seed', 'stop', 'user', 'n', 'top_p', 'x'.repeat(1_000)]) {
    expect(nearest(name, known)).toBeUndefined();
  }
});
