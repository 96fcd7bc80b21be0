import { expect, test } from 'vitest';
import { Violation } from '../check/violation.ts';
import { EventLoopStalls } from './event-loop-stalls.ts';
import { anAttempt } from './run-fixture.fixture.ts';

const broken = new Violation({ expected: 'an answer within ten seconds', observed: 'one after eleven' });
const broke = anAttempt({ end: { kind: 'broke', finding: broken.finding }, thrown: broken });
const held = anAttempt();

/** A clock whose timers are over when a test says so. */
function handClock() {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly action: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    waiting: () => timers.length,
    after(delayMs: number, action: () => void) {
      const timer = { atMs: nowMs + delayMs, action };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    /** As a process that is given the machine all the time. */
    pass(forMs: number) {
      const untilMs = nowMs + forMs;
      for (;;) {
        const due = timers.find(({ atMs }) => atMs <= untilMs);
        if (due === undefined) break;
        nowMs = Math.max(nowMs, due.atMs);
        timers = timers.filter((one) => one !== due);
        due.action();
      }
      nowMs = untilMs;
    },
    /** As one that gets nothing done meanwhile. */
    stall(forMs: number) {
      nowMs += forMs;
    },
  };
}

function watching(during: (clock: ReturnType<typeof handClock>) => void, attempt = broke) {
  const clock = handClock();
  const stalls = new EventLoopStalls(clock);
  const seen = stalls.watch(async () => {
    during(clock);
    return attempt;
  });
  return { clock, stalls, seen };
}

test('a case that breaks while this process stood still is disturbed, and counts if it stays so', async () => {
  const seen = await watching((clock) => clock.stall(1_200)).seen;
  expect(seen.end).toEqual({
    kind: 'disturbed',
    why: 'this process stood still for over 1000 ms while the case went on',
  });
  expect(seen.disturbance?.error.otherwise).toBe(broken);
});

test('a stall that was over before the case ended is remembered', async () => {
  const { seen } = watching((clock) => {
    clock.pass(250);
    clock.stall(5_000);
    clock.pass(3_000);
  });
  expect((await seen).end.kind).toBe('disturbed');
});

test('time that passes while this process runs is the target’s', async () => {
  expect((await watching((clock) => clock.pass(11_000)).seen).end.kind).toBe('broke');
  expect((await watching((clock) => clock.stall(900)).seen).end.kind).toBe('broke');
});

test('a case that held counts all the same', async () => {
  expect((await watching((clock) => clock.stall(5_000), held).seen).end.kind).toBe('held');
});

test('a case that began after the stall counts, and nothing is left waiting', async () => {
  const { clock, stalls, seen } = watching((one) => one.stall(5_000));
  await seen;
  clock.stall(5_000);
  expect((await stalls.watch(async () => broke)).end.kind).toBe('broke');
  expect(clock.waiting()).toBe(0);
});
