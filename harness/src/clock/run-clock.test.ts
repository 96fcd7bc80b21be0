import { expect, test } from 'vitest';
import { startRunClock, withinLimit } from './run-clock.ts';

const clock = startRunClock();
const late = () => new Error('late');

test('time goes on from zero and never back', async () => {
  const own = startRunClock();
  const before = own.nowMs();
  expect(before).toBeLessThan(1_000);
  await own.pause(5);
  expect(own.nowMs()).toBeGreaterThanOrEqual(before + 4);
});

test('a cancelled timer does not act', async () => {
  let acted = false;
  clock.after(1, () => {
    acted = true;
  })();
  await clock.pause(10);
  expect(acted).toBe(false);
});

test('work within its limit settles as it does', async () => {
  expect(await withinLimit(clock, 1_000, Promise.resolve(7), late)).toBe(7);
  await expect(withinLimit(clock, 1_000, Promise.reject(new Error('own')), late)).rejects.toThrow('own');
});

test('work beyond its limit is late', async () => {
  await expect(withinLimit(clock, 5, new Promise(() => undefined), late)).rejects.toThrow('late');
});

test('a limit may grow while the work goes on', async () => {
  let limitMs = 5;
  const delays: number[] = [];
  const growing = {
    ...clock,
    after(delayMs: number, action: () => void) {
      delays.push(delayMs);
      limitMs = 8;
      return clock.after(0, action);
    },
  };
  await expect(withinLimit(growing, () => limitMs, new Promise(() => undefined), late)).rejects.toThrow('late');
  expect(delays).toEqual([5, 3]);
});
