import { expect, test } from 'vitest';
import { TimeLeft } from './time-left.ts';

test('nothing is estimated before some rules are decided, nor at the end', () => {
  const timeLeft = new TimeLeft();
  for (let count = 0; count < 4; count += 1) timeLeft.decided(count);
  expect(timeLeft.estimate(100, 10)).toBeUndefined();
  timeLeft.decided(5);
  expect(timeLeft.estimate(100, 10)).toBe(200);
  expect(timeLeft.estimate(0, 10)).toBeUndefined();
});

test('only the latest rules count: many are decided at once in the beginning', () => {
  const timeLeft = new TimeLeft();
  for (let count = 0; count < 500; count += 1) timeLeft.decided(0);
  for (let count = 1; count <= 40; count += 1) timeLeft.decided(count * 1_000);
  expect(timeLeft.estimate(10, 41_000)).toBe(10_000);
});
