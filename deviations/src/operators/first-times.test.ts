import { expect, test } from 'vitest';
import { firstTimes } from './first-times.ts';

test('the first few times take long, each counted by itself, and no other', () => {
  const [one, other] = [firstTimes(2, 700), firstTimes(2, 700)];
  expect([one(), one(), one(), one()]).toEqual([700, 700, 0, 0]);
  expect(other()).toBe(700);
});
