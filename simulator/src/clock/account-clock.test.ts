import type { Clock } from '@gateproof/upstreams';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AccountClock } from './account-clock.ts';

/** Real time that stands still, with timers that never fire unless `fire` is called. */
function standstill() {
  const set: { run: () => void; cancelled: boolean }[] = [];
  const real: Clock = {
    now: () => 1_000_000,
    setTimer(_delayMs, run) {
      const timer = { run, cancelled: false };
      set.push(timer);
      return {
        cancel: () => {
          timer.cancelled = true;
        },
      };
    },
  };
  return { real, pending: () => set.filter(({ cancelled }) => !cancelled) };
}

test('any set of timers fires in due order and at its own moment, whatever the steps of the advance', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 12 }),
      fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 6 }),
      async (delays, steps) => {
        const clock = new AccountClock({ real: standstill().real });
        const start = clock.now();
        const fired: { delay: number; atMs: number; index: number }[] = [];
        for (const [index, delay] of delays.entries()) {
          clock.setTimer(delay, () => fired.push({ delay, index, atMs: clock.now() - start }));
        }
        for (const step of steps) await clock.advance(step);
        const total = steps.reduce((sum, step) => sum + step, 0);
        const expected = delays
          .map((delay, index) => ({ delay, index, atMs: delay }))
          .filter(({ delay }) => steps.length > 0 && delay <= total)
          .sort((one, other) => one.delay - other.delay || one.index - other.index);
        expect(fired).toEqual(expected);
        expect(clock.now()).toBe(start + total);
      },
    ),
    { numRuns: 60 },
  );
});

test('a timer that sets a timer within the same advance sees it fire at its moment', async () => {
  const clock = new AccountClock({ real: standstill().real });
  const start = clock.now();
  const moments: number[] = [];
  const again = () => {
    moments.push(clock.now() - start);
    if (moments.length < 4) clock.setTimer(100, again);
  };
  clock.setTimer(100, again);
  await clock.advance(350);
  expect(moments).toEqual([100, 200, 300]);
  await clock.advance(50);
  expect(moments).toEqual([100, 200, 300, 400]);
});

test('an advance waits for the activity that a timer started before the next timer fires', async () => {
  const clock = new AccountClock({ real: standstill().real });
  const seen: string[] = [];
  clock.setTimer(10, () => {
    void clock.track(
      new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve))).then(() => seen.push('activity')),
    );
  });
  clock.setTimer(20, () => seen.push('second timer'));
  await clock.advance(30);
  expect(seen).toEqual(['activity', 'second timer']);
});

test('an activity that never ends holds an advance no longer than its grace', async () => {
  const { real, pending } = standstill();
  const clock = new AccountClock({ real });
  clock.setTimer(10, () => {
    void clock.track(new Promise(() => {}));
  });
  let isDone = false;
  const advanced = clock.advance(10).then(() => {
    isDone = true;
  });
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isDone).toBe(false);
  for (const { run } of pending()) run();
  await advanced;
  expect(isDone).toBe(true);
});

test('an activity from before the advance is not waited for', async () => {
  const clock = new AccountClock({ real: standstill().real });
  void clock.track(new Promise(() => {}));
  let fired = 0;
  clock.setTimer(10, () => {
    fired += 1;
  });
  await clock.advance(10);
  expect(fired).toBe(1);
});

test('a cancelled timer does not fire, and one real timeout stands for all', async () => {
  const { real, pending } = standstill();
  const clock = new AccountClock({ real });
  let fired = 0;
  const count = () => {
    fired += 1;
  };
  clock.setTimer(50, count).cancel();
  clock.setTimer(70, count);
  clock.setTimer(90, count);
  expect(pending().length).toBe(1);
  await clock.advance(100);
  expect(fired).toBe(2);
});

test('a stopped clock fires nothing more', async () => {
  const clock = new AccountClock({ real: standstill().real });
  let fired = 0;
  clock.setTimer(5, () => {
    fired += 1;
  });
  clock.stop();
  clock.setTimer(5, () => {
    fired += 1;
  });
  await clock.advance(10);
  expect(fired).toBe(0);
});

test('a clock is not moved back', () => {
  expect(() => new AccountClock().advance(-1)).toThrow(/at least 0, not by -1/);
});

test('timers that were called off are swept out and the rest fire in order', async () => {
  const clock = new AccountClock({ real: standstill().real });
  const fired: number[] = [];
  const timers = Array.from({ length: 2000 }, (_, n) => clock.setTimer(2000 - n, () => fired.push(2000 - n)));
  for (const [n, timer] of timers.entries()) if (n % 100 !== 0) timer.cancel();
  await clock.advance(2000);
  expect(fired).toEqual(Array.from({ length: 20 }, (_, n) => (n + 1) * 100));
});

test('independent timers of one second run side by side, each at its own moment; those of the next second wait for them', async () => {
  const clock = new AccountClock({ real: standstill().real });
  const start = clock.now();
  const seen: string[] = [];
  const begin = (name: string) => () => {
    seen.push(`${name} at ${clock.now() - start}`);
    void clock.track(new Promise<void>((resolve) => setImmediate(resolve)).then(() => seen.push(`${name} over`)));
  };
  for (const atMs of [300, 100, 1200]) clock.setIndependentTimer(atMs, begin(String(atMs)));
  await clock.advance(2000);
  expect(seen).toEqual(['100 at 100', '300 at 300', '100 over', '300 over', '1200 at 1200', '1200 over']);
});

test('a timer that is not independent runs between those of its second when its moment comes', async () => {
  const clock = new AccountClock({ real: standstill().real });
  const seen: string[] = [];
  const begin = (name: string) => () => {
    seen.push(name);
    void clock.track(new Promise<void>((resolve) => setImmediate(resolve)).then(() => seen.push(`${name} over`)));
  };
  clock.setIndependentTimer(100, begin('first'));
  clock.setTimer(200, begin('alone'));
  clock.setIndependentTimer(300, begin('last'));
  await clock.advance(1000);
  expect(seen).toEqual(['first', 'first over', 'alone', 'alone over', 'last', 'last over']);
});

test('an independent timer beyond the target of an advance waits, though its second has begun', async () => {
  const clock = new AccountClock({ real: standstill().real });
  const fired: number[] = [];
  for (const atMs of [100, 300]) clock.setIndependentTimer(atMs, () => fired.push(atMs));
  await clock.advance(200);
  expect(fired).toEqual([100]);
});
