import { expect, test } from 'vitest';
import { alternating, before, counting, firstTimes } from './seen.ts';

test('things are counted each by itself, by each counter', () => {
  const [count, other, job] = [counting(), counting(), {}];
  expect([count(job), count('a'), count(job), count(), count()]).toEqual([1, 1, 2, 1, 2]);
  expect(other(job)).toBe(1);
});

test('a thing has come before from its second time on', () => {
  const isKnown = before();
  expect([isKnown('a'), isKnown('b'), isKnown('a')]).toEqual([false, false, true]);
});

test('every second thing that is meant', () => {
  const isMeant = alternating((value: number) => value > 0);
  expect([1, -1, 2, 3, -2, 4].map(isMeant)).toEqual([false, false, true, false, false, true]);
});

test('the first few times take long, each counted by itself, and no other', () => {
  const [one, other] = [firstTimes(2, 700), firstTimes(2, 700)];
  expect([one(), one(), one(), one()]).toEqual([700, 700, 0, 0]);
  expect(other()).toBe(700);
});
