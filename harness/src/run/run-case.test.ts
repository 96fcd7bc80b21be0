import { expect, test } from 'vitest';
import { Disturbed, NotArranged, NotExercised, SetupFailed, Withheld } from '../check/setup-failed.ts';
import { Violation } from '../check/violation.ts';
import { startRunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { attemptCase } from './run-case.ts';
import { aCheck, anExchange } from './run-fixture.fixture.ts';
import type { OpenWorld } from './run-options.ts';

const never = new AbortController().signal;
const broken = new Violation({ expected: 'a', observed: 'b' });

function aWorld(fields: Partial<OpenWorld> = {}, sent: readonly Exchange[] = []): () => Promise<OpenWorld> {
  return async () => ({
    world: { unique: (label) => label, stated: () => undefined, exchanges: () => sent },
    statements: () => 1,
    close: async () => [anExchange()],
    ...fields,
  });
}

const means = (open: () => Promise<OpenWorld>) => ({ open, clock: startRunClock(), over: never });
const hit = (otherwise: Error) => new Disturbed('hit', { exchange: 'x1', otherwise });
const throws = (error: Error) => aCheck('a.throws', async () => Promise.reject(error));

test.each([
  ['a break', broken],
  ['a failed set-up', new SetupFailed('no')],
  ['a fault of the check', new TypeError('no such field')],
])('%s in a case that something hit is disturbed', async (_what, error) => {
  const attempt = await attemptCase(throws(error), 1, means(aWorld({ troubleBehind: hit })));
  expect(attempt.end).toEqual({ kind: 'disturbed', why: 'hit' });
  expect(attempt.disturbance).toMatchObject({ of: { kind: 'request', ordinal: 0 }, error: { otherwise: error } });
});

test('a case that held while no failing endpoint was asked has shown nothing, unless it is about that', async () => {
  const open = aWorld({ unaskedFailure: () => 'none was asked' });
  const check = aCheck('a.holds', async () => undefined);
  const end = async (one: typeof check) => (await attemptCase(one, 1, means(open))).end;
  expect(await end(check)).toEqual({ kind: 'not-exercised', why: 'none was asked' });
  expect(await end({ ...check, mayLeaveUnasked: true })).toEqual({ kind: 'held' });
});

test('a break in a case that nothing hit is a break', async () => {
  const attempt = await attemptCase(throws(broken), 1, means(aWorld({ troubleBehind: (trouble) => trouble })));
  expect(attempt).toMatchObject({ end: { kind: 'broke' }, disturbance: undefined, thrown: broken });
});

test('a case that held although something hit it has held, and what can not be arranged stays so', async () => {
  const open = aWorld({ troubleBehind: hit });
  const holds = aCheck('a.holds', async () => undefined);
  expect((await attemptCase(holds, 1, means(open))).end).toEqual({ kind: 'held' });
  const idle = await attemptCase(throws(new NotArranged('no key')), 1, means(open));
  expect(idle).toMatchObject({ end: { kind: 'not-arranged' }, disturbance: undefined });
});

test('what was not exercised after something could not be had can not be arranged; a break stays one', async () => {
  const lacking = aWorld({ lacking: () => 'the testbed makes no video models' });
  const idle = throws(new NotExercised('there is no video model'));
  expect((await attemptCase(idle, 1, means(lacking))).end).toEqual({
    kind: 'not-arranged',
    why: 'there is no video model: the testbed makes no video models',
  });
  expect((await attemptCase(idle, 1, means(aWorld({ lacking: () => undefined })))).end.kind).toBe('not-exercised');
  expect((await attemptCase(throws(broken), 1, means(lacking))).end.kind).toBe('broke');
  const silent = aWorld({ lacking: () => 'no such model', statements: () => 0 });
  const stated = aCheck('a.holds', async () => undefined);
  expect((await attemptCase(stated, 1, means(silent))).end).toEqual({
    kind: 'not-arranged',
    why: 'the case stated nothing: no such model',
  });
});

test('a break in a case whose answers are of a form left open decides nothing; what held, holds', async () => {
  const open = aWorld({ openForm: async () => 'another form' });
  const broke = await attemptCase(throws(broken), 1, means(open));
  expect(broke.end).toEqual({ kind: 'open-form', why: 'another form' });
  const holds = aCheck('a.holds', async () => undefined);
  expect((await attemptCase(holds, 1, means(open))).end).toEqual({ kind: 'held' });
  const common = aWorld({ openForm: async () => undefined });
  expect((await attemptCase(throws(broken), 1, means(common))).end.kind).toBe('broke');
});

test('a world that could not be opened for lack of a connection is disturbed', async () => {
  const open = () => Promise.reject(hit(new SetupFailed('refused')));
  const attempt = await attemptCase(throws(broken), 1, means(open));
  expect(attempt).toMatchObject({ end: { kind: 'disturbed' }, disturbance: { of: { kind: 'arrangement' } } });
});

test('a case ends as soon as the run does', async () => {
  const over = new AbortController();
  const hangs = aCheck('a.hangs', () => {
    over.abort(new NotExercised('the run ended first'));
    return new Promise(() => undefined);
  });
  const attempt = await attemptCase(hangs, 1, { ...means(aWorld()), over: over.signal });
  expect(attempt.end).toEqual({ kind: 'not-exercised', why: 'the run ended first' });
});

/** A clock whose timers fire at once, and how long each was to take. */
function hurriedClock() {
  const asked: number[] = [];
  const after = (delayMs: number, action: () => void) => {
    asked.push(delayMs);
    action();
    return () => undefined;
  };
  return { asked, clock: { ...startRunClock(), after } };
}

const hangs = aCheck('a.hangs', () => new Promise<void>(() => undefined));
const sending = (requests: number) =>
  aWorld(
    {},
    Array.from({ length: requests }, () => anExchange()),
  );

test.each([
  ['no request', 0, {}, 35_000],
  ['many requests', 30, {}, 50_000],
  ['requests without end', 5_000, {}, 75_000],
  ['a limit of its own', 30, { caseLimitMs: 5_000 }, 5_000],
])('a case of %s may take its time, and not more', async (_what, requests, fields, limitMs) => {
  const { asked, clock } = hurriedClock();
  const attempt = await attemptCase({ ...hangs, ...fields }, 1, { ...means(sending(requests)), clock });
  expect(attempt.end).toEqual({ kind: 'not-exercised', why: `the case did not end within ${limitMs} ms` });
  expect(asked).toEqual([limitMs]);
});

test('a slow target is given more time for each request of a case', async () => {
  const { asked, clock } = hurriedClock();
  await attemptCase(hangs, 1, { ...means(sending(4)), clock, requestMs: 6_000 });
  expect(asked).toEqual([59_000]);
});

test('a world that is opened when the case is over is closed, and a request that was not sent is named', async () => {
  let closed = 0;
  const over = AbortSignal.abort(new NotExercised('the run ended first'));
  const open = aWorld({
    close: async () => {
      closed += 1;
      return [];
    },
  });
  const late = await attemptCase(throws(broken), 1, { ...means(open), over });
  await new Promise((resolve) => setImmediate(resolve));
  expect([late.end.kind, closed]).toEqual(['not-exercised', 1]);
  const crash = { id: 'crash-1', sentence: 'The target exits after GET /a.' };
  const withheld = await attemptCase(throws(new Withheld(crash)), 1, means(aWorld({ troubleBehind: hit })));
  expect(withheld).toMatchObject({ end: { kind: 'not-arranged', why: crash.sentence }, withheld: crash });
  // A check that is not waiting for its request yet never hears of it.
  const ended = AbortSignal.abort(new Withheld(crash));
  const pending = aCheck('a.pending', () => new Promise(() => undefined));
  expect(await attemptCase(pending, 1, means(aWorld({ ended })))).toMatchObject({ withheld: crash });
});
