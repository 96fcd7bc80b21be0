import { expect, test } from 'vitest';
import { NotExercised } from '../check/setup-failed.ts';
import { Allowance } from './allowance.ts';

/** A clock that is moved by hand; a timer that falls due while it moves fires. */
function handClock() {
  let nowMs = 0;
  const timers = new Map<() => void, number>();
  return {
    nowMs: () => nowMs,
    after(delayMs: number, action: () => void) {
      timers.set(action, nowMs + delayMs);
      return () => timers.delete(action);
    },
    pass(ms: number) {
      nowMs += ms;
      for (const [action, atMs] of [...timers]) if (atMs <= nowMs) action();
    },
  };
}

const never = new AbortController().signal;

test('only the time of its own work counts, and what runs at its end is ended', async () => {
  const clock = handClock();
  const allowance = new Allowance(1_000, clock, never);
  await allowance.spend(async () => clock.pass(400));
  clock.pass(60_000);
  expect([allowance.leftMs, allowance.unusedMs, allowance.hasEnded()]).toEqual([600, 600, false]);
  await allowance.spend(async () => {
    clock.pass(600);
    expect(allowance.over.aborted).toBe(true);
  });
  expect([allowance.isUsedUp, allowance.hasEnded()]).toEqual([true, true]);
  expect((allowance.over.reason as Error).message).toBe("its share of the run's time, 1.0 s, was used up");
});

test('a break that was seen at the end can be seen again', async () => {
  const clock = handClock();
  const allowance = new Allowance(1_000, clock, never);
  await allowance.spend(async () => clock.pass(999));
  allowance.extend(5_000);
  expect([allowance.leftMs, allowance.unusedMs]).toEqual([5_000, 1]);
});

test('a crash ends it, and the run too', () => {
  const crash = { id: 'crash-1', sentence: 'The target exits after GET /a.' };
  const blocked = new Allowance(1_000, handClock(), never);
  blocked.block(crash);
  expect([blocked.crash, blocked.hasEnded(), blocked.isUsedUp]).toEqual([crash, true, false]);
  const run = new AbortController();
  const allowance = new Allowance(1_000, handClock(), run.signal);
  run.abort(new NotExercised('the run ended first'));
  expect((allowance.over.reason as Error).message).toBe('the run ended first');
  expect(new Allowance(1_000, handClock(), run.signal).hasEnded()).toBe(true);
});
