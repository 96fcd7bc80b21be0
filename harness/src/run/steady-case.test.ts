import { expect, test } from 'vitest';
import { Disturbed } from '../check/setup-failed.ts';
import { Violation } from '../check/violation.ts';
import type { RunClock } from '../clock/run-clock.ts';
import { Pace } from './pace.ts';
import type { Attempt } from './run-case.ts';
import { anExchange } from './run-fixture.fixture.ts';
import { type Steadiness, steadyCase } from './steady-case.ts';
import { Turnstile } from './turnstile.ts';

/** A clock on which every pause is over at once. */
function leapingClock(): RunClock {
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    wallMs: () => nowMs,
    after: () => () => undefined,
    async pause(delayMs) {
      nowMs += Math.max(0, delayMs);
    },
  };
}

function steadiness(fields: Partial<Steadiness> = {}): Steadiness & { readonly notes: string[]; readonly pace: Pace } {
  const clock = leapingClock();
  const notes: string[] = [];
  return {
    clock,
    pause: (delayMs) => clock.pause(delayMs),
    pace: new Pace(clock),
    turnstile: new Turnstile(),
    quietMs: 0,
    proofs: { limit: 0, silence: 0, loss: 0, outage: 0, standstill: 0, arrangement: 0 },
    awaken: async () => true,
    stopped: () => false,
    onDisturbance: (why) => notes.push(why),
    notes,
    ...fields,
  } as Steadiness & { readonly notes: string[]; readonly pace: Pace };
}

const held: Attempt = {
  end: { kind: 'held' },
  caution: undefined,
  exchanges: [],
  durationMs: 1,
  disturbance: undefined,
  thrown: undefined,
};

const broke = new Violation({ expected: 'an answer', observed: 'none' });

function disturbed(options: { readonly isLimit?: boolean; readonly retryAfterMs?: number; readonly ordinal?: number }) {
  const error = new Disturbed('hit', { exchange: 'x1', otherwise: broke, ...options });
  const disturbance = { error, ordinal: options.ordinal ?? 0 };
  return { ...held, end: { kind: 'disturbed', why: 'hit' } as const, disturbance };
}

/** Gives one attempt after the other, the last again and again, and counts them. */
function attempts(...given: readonly Attempt[]) {
  let count = 0;
  const run = async () => {
    count += 1;
    return given[Math.min(count, given.length) - 1] ?? held;
  };
  return { run, count: () => count };
}

test('a case that is lost once is run again', async () => {
  const { run, count } = attempts(disturbed({}), held);
  const shared = steadiness();
  expect((await steadyCase(run, shared)).end).toEqual({ kind: 'held' });
  expect([count(), shared.notes]).toEqual([2, ['hit']]);
});

test('the same request that is lost three times in a row counts', async () => {
  const { run, count } = attempts(disturbed({}));
  expect((await steadyCase(run, steadiness())).end).toMatchObject({ kind: 'broke' });
  expect(count()).toBe(3);
});

test('another request that is lost each time proves nothing', async () => {
  const { run, count } = attempts(...[0, 1, 2, 3, 4, 5, 6, 7].map((ordinal) => disturbed({ ordinal })));
  expect((await steadyCase(run, steadiness())).end).toEqual({ kind: 'disturbed', why: 'hit' });
  expect(count()).toBe(8);
});

test('a refusal for too many requests counts only once the case has run alone and slowly', async () => {
  const shared = steadiness();
  const gaps: number[] = [];
  const limited = async () => {
    gaps.push(shared.pace.gapMs);
    return disturbed({ isLimit: true });
  };
  expect((await steadyCase(limited, shared)).end).toMatchObject({ kind: 'broke' });
  expect(gaps.map((gapMs) => gapMs >= 250)).toEqual([false, false, true, true]);
  expect(shared.quietMs).toBeGreaterThan(1_000);
});

test('a case that is refused by chance slows nobody down, one that is refused again does', async () => {
  const shared = steadiness();
  const once = attempts(disturbed({ isLimit: true }), held);
  await steadyCase(once.run, shared);
  expect(shared.pace.steadyGapMs).toBe(0);
  const again = attempts(disturbed({ isLimit: true, ordinal: 1 }), disturbed({ isLimit: true, ordinal: 2 }), held);
  await steadyCase(again.run, shared);
  expect(shared.pace.steadyGapMs).toBeGreaterThan(0);
});

test('cases are no longer slowed down for a limit that slowness has not lifted five times', async () => {
  const shared = steadiness();
  const widest: number[] = [];
  for (let round = 1; round <= 6; round += 1) {
    let mostMs = 0;
    const limited = async () => {
      mostMs = Math.max(mostMs, shared.pace.steadyGapMs);
      return disturbed({ isLimit: true });
    };
    expect((await steadyCase(limited, shared)).end).toMatchObject({ kind: 'broke' });
    expect(shared.pace.steadyGapMs).toBe(0);
    widest.push(mostMs);
  }
  expect(widest.map((mostMs) => mostMs > 0)).toEqual([true, true, true, true, true, false]);
});

test('a limit that is not met when the case runs alone is the run’s own doing', async () => {
  const { run } = attempts(disturbed({ isLimit: true }), disturbed({ isLimit: true }), held);
  expect((await steadyCase(run, steadiness())).end).toEqual({ kind: 'held' });
});

test('a target that asks to wait is not asked again before that', async () => {
  const shared = steadiness();
  const begins: number[] = [];
  const limited = async () => {
    begins.push(shared.clock.nowMs());
    return disturbed({ isLimit: true, retryAfterMs: 30_000 });
  };
  expect((await steadyCase(limited, shared)).end).toMatchObject({ kind: 'broke' });
  expect(begins).toEqual([0, 10_000, 40_000, 70_000]);
});

test('a limit is never held against a target that asks for a longer wait than a run grants', async () => {
  const { run } = attempts(disturbed({ isLimit: true, retryAfterMs: 3_600_000 }));
  const shared = steadiness();
  expect((await steadyCase(run, shared)).end).toEqual({ kind: 'disturbed', why: 'hit' });
  expect(shared.clock.nowMs()).toBeLessThan(300_000);
});

test('a limit is never held against a target when the time for running alone is used up', async () => {
  const { run } = attempts(disturbed({ isLimit: true }));
  const outcome = await steadyCase(run, steadiness({ quietMs: 120_000 }));
  expect(outcome.end).toEqual({ kind: 'disturbed', why: 'hit' });
});

test('silence counts at once in a run that has met it often enough', async () => {
  const silent = { ...disturbed({}), exchanges: [anExchange({ ending: 'timeout' })] };
  const { run, count } = attempts(silent);
  const shared = steadiness();
  for (let round = 1; round <= 5; round += 1) await steadyCase(run, shared);
  expect([count(), shared.proofs.silence]).toEqual([15, 5]);
  expect((await steadyCase(run, shared)).end).toMatchObject({ kind: 'broke' });
  expect(count()).toBe(16);
});

test('a target that does not come back, or a run that is over, ends the attempts', async () => {
  const gone = attempts(disturbed({}));
  await steadyCase(gone.run, steadiness({ awaken: async () => false }));
  const over = attempts(disturbed({}));
  await steadyCase(over.run, steadiness({ stopped: () => true }));
  expect([gone.count(), over.count()]).toEqual([1, 1]);
});

test('where requests can not be slowed down, a limit that is met three times in a row counts', async () => {
  const { run, count } = attempts(disturbed({ isLimit: true }));
  expect((await steadyCase(run, steadiness({ pace: undefined }))).end).toMatchObject({ kind: 'broke' });
  expect(count()).toBe(3);
});

test('a testbed that is gone is not waited for again and again', async () => {
  const { run, count } = attempts(disturbed({ ordinal: -1 }));
  const shared = steadiness();
  for (let round = 1; round <= 6; round += 1) await steadyCase(run, shared);
  expect(count()).toBe(16);
});

test('a target that was away each time is accused only when no other case can have been behind it', async () => {
  const shared = steadiness();
  const company: boolean[] = [];
  const run = async () => {
    company.push(await isFree(shared.turnstile));
    return disturbed({ ordinal: Number.NEGATIVE_INFINITY });
  };
  expect((await steadyCase(run, shared)).end).toMatchObject({ kind: 'broke' });
  expect(company).toEqual([true, true, false]);
  const used = await steadyCase(run, steadiness({ quietMs: 120_000 }));
  expect(used.end).toEqual({ kind: 'disturbed', why: 'hit' });
});

/** Whether others may run beside what runs at the moment. */
async function isFree(turnstile: Turnstile): Promise<boolean> {
  let entered = false;
  void turnstile.beside(async () => {
    entered = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return entered;
}
