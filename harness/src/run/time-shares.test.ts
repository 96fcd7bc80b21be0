import { expect, test } from 'vitest';
import { TimeShares } from './time-shares.ts';

const shares = (areas: Readonly<Record<string, number>>, limitMs = 60_000, lanes = 1) =>
  new TimeShares({ limitMs, lanes, areas: new Map(Object.entries(areas)) });

test('an area that takes all that it can leaves the others their part', () => {
  const divided = shares({ slow: 10, other: 10 });
  const slow = Array.from({ length: 10 }, () => divided.take('slow'));
  expect(slow.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(30_000);
  expect(divided.take('other')).toBe(4_000);
});

test('an area that has nothing left still has a little for each rule', () => {
  const divided = shares({ slow: 4, other: 4 });
  divided.giveBack('slow', -60_000);
  expect(divided.take('slow')).toBe(1_875);
});

test('a rule may take more than its fair share, but no more than a part of the limit', () => {
  const divided = shares({ a: 100 }, 600_000);
  expect(divided.take('a')).toBe(40_000);
  expect(shares({ a: 1 }, 600_000).take('a')).toBe(600_000);
});

test('rules that take no time leave it to those after them', () => {
  const divided = shares({ a: 4 }, 60_000);
  for (let count = 0; count < 3; count += 1) divided.giveBack('a', divided.take('a'));
  expect(divided.take('a')).toBe(60_000);
});

test('more lanes have more time', () => {
  expect(shares({ a: 100 }, 60_000, 8).take('a')).toBe(4_800);
});

test('a rule whose cases run side by side may take as much for each of them', () => {
  expect(shares({ a: 100 }, 60_000, 8).take('a', 4)).toBe(16_000);
  expect(shares({ a: 100, b: 100 }, 60_000, 8).take('a', 8)).toBe(32_000);
  expect(shares({ a: 10, b: 190 }, 60_000, 8).take('a', 8)).toBe(6_000);
});

test('where the whole plan fits, a rule may take what was planned for it', () => {
  expect(shares({ a: 100 }, 60_000).take('a', 1, 9_000)).toBe(9_000);
  expect(shares({ a: 100 }, 60_000).take('a', 1, 1)).toBe(4_000);
});
