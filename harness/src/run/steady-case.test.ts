import { expect, test } from 'vitest';
import { Disturbed } from '../check/setup-failed.ts';
import { Violation } from '../check/violation.ts';
import type { RunClock } from '../clock/run-clock.ts';
import { Allowance } from './allowance.ts';
import { CrashLedger } from './crash-ledger.ts';
import type { Disturbance } from './disturbance.ts';
import { Pace } from './pace.ts';
import { RequestLog } from './request-log.ts';
import type { Attempt } from './run-case.ts';
import { anAttempt, anExchange } from './run-fixture.fixture.ts';
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

interface Shared extends Steadiness {
  readonly notes: string[];
  readonly pace: Pace;
  readonly probes: { count: number };
}

function steadiness(fields: Partial<Steadiness> = {}): Shared {
  const clock = leapingClock();
  const notes: string[] = [];
  const probes = { count: 0 };
  const probe = async () => {
    probes.count += 1;
  };
  return {
    clock,
    pause: (delayMs) => clock.pause(delayMs),
    pace: new Pace(clock),
    turnstile: new Turnstile(),
    presence: { probe, absences: 12 },
    log: new RequestLog(),
    crashes: new CrashLedger('The target exits'),
    serves: async () => true,
    mostQuietMs: 120_000,
    quietMs: 0,
    proofs: { limit: 0, silence: 0, loss: 0, arrangement: 0 },
    onDisturbance: (why) => notes.push(why),
    notes,
    probes,
    ...fields,
  } as Shared;
}

const broke = new Violation({ expected: 'an answer', observed: 'none' });
const held = anAttempt();

interface HitFields {
  /** Undefined: unknown. */
  readonly kind?: string | undefined;
  readonly status?: 429 | 503;
  readonly retryAfterMs?: number;
  readonly ordinal?: number;
}

/** An attempt of which one request was hit. */
function hit({ status, retryAfterMs = 0, ordinal = 0, ...of }: HitFields = {}): Attempt {
  const response = { status: status ?? 200, headers: [], body: new Uint8Array(), arrivals: [], headersAtMs: 1 };
  const exchange = anExchange(status === undefined ? { ending: 'cut' } : { response });
  const error = new Disturbed('hit', { exchange: 'x1', otherwise: broke, status, retryAfterMs });
  const how = status === undefined ? 'loss' : status === 429 ? 'limit' : 'unavailable';
  const seen = disturbed(error, { kind: 'request', hit: how, side: 'request', ordinal }, exchange);
  return 'kind' in of ? { ...seen, kinds: new Map() } : seen;
}

/** An attempt during which the target went away, under the request of that place. */
function away(ordinal: number): Attempt {
  const error = new Disturbed('away', { exchange: '', otherwise: broke });
  const served = Array.from({ length: ordinal }, (_, index) => anExchange({ id: `s${index}` }));
  return disturbed(error, { kind: 'target-away' }, ...served, anExchange({ ending: 'cut' }));
}

function disturbed(error: Disturbed, of: Disturbance, ...exchanges: Attempt['exchanges']): Attempt {
  const kinds = new Map([['x1', ['GET /a']]]);
  return anAttempt({ end: { kind: 'disturbed', why: 'hit' }, disturbance: { error, of }, exchanges, kinds });
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

function allowanceOf(shared: Steadiness, limitMs = 3_600_000): Allowance {
  return new Allowance(limitMs, { ...leapingClock(), ...shared.clock }, new AbortController().signal);
}

const steady = (run: () => Promise<Attempt>, shared = steadiness(), allowance = allowanceOf(shared)) =>
  steadyCase(run, allowance, shared);

test('a case that is lost once is run again, and noted', async () => {
  const { run, count } = attempts(hit(), held);
  const shared = steadiness();
  expect((await steady(run, shared)).end).toEqual({ kind: 'held' });
  expect([count(), shared.notes]).toEqual([2, ['hit']]);
});

test('the same request that is lost three times in a row counts', async () => {
  const { run, count } = attempts(hit());
  const shared = steadiness();
  expect((await steady(run, shared)).end).toMatchObject({ kind: 'broke' });
  expect([count(), shared.proofs.loss]).toEqual([3, 1]);
});

test('a refusal for too many requests counts only once the case has run alone and slowly', async () => {
  const shared = steadiness();
  const gaps: number[] = [];
  const limited = async () => {
    gaps.push(shared.pace.gapMs);
    return hit({ status: 429 });
  };
  expect((await steady(limited, shared)).end).toMatchObject({ kind: 'broke' });
  expect(gaps.map((gapMs) => gapMs >= 250)).toEqual([false, false, true, true]);
  expect(shared.quietMs).toBeGreaterThan(1_000);
});

test('a case that is refused by chance slows no other case down, one that is refused again does', async () => {
  const shared = steadiness();
  await steady(attempts(hit({ status: 429 }), held).run, shared);
  expect(shared.pace.steadyGapMs).toBe(0);
  const again = attempts(hit({ status: 429, ordinal: 1 }), hit({ status: 429, ordinal: 2 }), held);
  expect(shared.notes.filter((note) => note.includes('slows down'))).toEqual([]);
  await steady(again.run, shared);
  expect(shared.pace.steadyGapMs).toBeGreaterThan(0);
  expect(shared.notes).toContain('the run slows down, because the target refuses requests for their rate');
});

test('cases are no longer slowed down for a limit that slowness has not lifted five times', async () => {
  const shared = steadiness();
  const widest: number[] = [];
  for (let round = 1; round <= 6; round += 1) {
    let mostMs = 0;
    const limited = async () => {
      mostMs = Math.max(mostMs, shared.pace.steadyGapMs);
      return hit({ status: 429, kind: undefined });
    };
    expect((await steady(limited, shared)).end).toMatchObject({ kind: 'broke' });
    expect(shared.pace.steadyGapMs).toBe(0);
    widest.push(mostMs);
  }
  expect(widest.map((mostMs) => mostMs > 0)).toEqual([true, true, true, true, true, false]);
});

test('a 503 that comes back slows no other case down, and counts at once when all of its kind have met with it', async () => {
  const shared = steadiness();
  const { run, count } = attempts(hit({ status: 503 }));
  for (let round = 1; round <= 2; round += 1) await steady(run, shared);
  expect([count(), shared.pace.steadyGapMs]).toEqual([6, 0]);
  expect((await steady(run, shared)).end).toMatchObject({ kind: 'broke' });
  expect(count()).toBe(7);
});

test('a 503 is not held against a target that serves no plain request either', async () => {
  const { run, count } = attempts(hit({ status: 503 }), hit({ status: 503 }), hit({ status: 503 }), held);
  expect((await steady(run, steadiness({ serves: async () => false }))).end).toEqual({ kind: 'held' });
  expect(count()).toBe(4);
});

test('a case that waits to run alone is settled by what others found out meanwhile', async () => {
  const shared = steadiness();
  const { run, count } = attempts(hit({ status: 503 }));
  await Promise.all(Array.from({ length: 6 }, () => steady(run, shared)));
  // Each ran twice beside the others; few need to run alone.
  expect(count()).toBeLessThan(6 * 3 - 2);
});

test('a wait that is longer than what the rule has left is not waited', async () => {
  const shared = steadiness();
  const { run, count } = attempts(hit({ status: 503, retryAfterMs: 30_000 }));
  const outcome = await steady(run, shared, allowanceOf(shared, 20_000));
  expect([outcome.end.kind, count(), shared.clock.nowMs()]).toEqual(['disturbed', 1, 0]);
});

test('a rule that has ended runs nothing again', async () => {
  const shared = steadiness();
  const allowance = allowanceOf(shared);
  allowance.block({ id: 'crash-1', sentence: 'it exits' });
  const { run, count } = attempts(hit());
  await steady(run, shared, allowance);
  expect(count()).toBe(1);
});

test('a request that makes the target exit, also in a case that runs alone, blocks its rule and is named', async () => {
  const shared = steadiness();
  const allowance = allowanceOf(shared);
  const company: boolean[] = [];
  const run = async () => {
    company.push(await isFree(shared.turnstile));
    return away(2);
  };
  const { end } = await steady(run, shared, allowance);
  const sentence = 'The target exits after GET /a.';
  expect([end, allowance.crash?.sentence]).toEqual([{ kind: 'not-exercised', why: sentence }, sentence]);
  expect([company, shared.probes.count]).toEqual([[true, false, false], 1]);
  expect(shared.crashes.withheld(['GET /a'])?.exchange.id).toBe('x1');
});

test('a case during which the target was away by chance is run again alone', async () => {
  const shared = steadiness();
  expect((await steady(attempts(away(0), held).run, shared)).end).toEqual({ kind: 'held' });
  expect(shared.crashes.all()).toEqual([]);
});

test('a target that exits after another request each time exits whatever it is asked, and nothing more is judged', async () => {
  const shared = steadiness();
  const blocked: (string | undefined)[] = [];
  for (let round = 1; round <= 6; round += 1) {
    const allowance = allowanceOf(shared);
    await steady(attempts(away(4), away(4), away(3), away(2)).run, shared, allowance);
    blocked.push(allowance.crash?.sentence);
  }
  const sentence = 'The target exits again and again, whatever it is asked.';
  expect(blocked).toEqual([undefined, undefined, undefined, undefined, sentence, sentence]);
  expect(shared.crashes.blocking?.times).toBe(12);
});

test('a request that is not sent any more blocks the rule that needs it', async () => {
  const shared = steadiness();
  const allowance = allowanceOf(shared);
  const crash = { id: 'crash-1', sentence: 'The target exits after GET /a.' };
  await steady(attempts(anAttempt({ withheld: crash })).run, shared, allowance);
  expect(allowance.crash).toBe(crash);
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
