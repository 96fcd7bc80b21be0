import { expect, test } from 'vitest';
import { Disturbed } from '../check/setup-failed.ts';
import { Violation } from '../check/violation.ts';
import type { Attempt } from './run-case.ts';
import { anAttempt, anExchange } from './run-fixture.fixture.ts';
import { TargetPresence } from './target-presence.ts';

const broken = new Violation({ expected: '200', observed: '401' });
const broke = anAttempt({ end: { kind: 'broke', finding: broken.finding }, thrown: broken });
const refused = anAttempt({ ...broke, exchanges: [anExchange({ ending: 'refused' })] });
const lost = anAttempt({
  ...broke,
  disturbance: {
    error: new Disturbed('cut', { exchange: 'x1', otherwise: broken }),
    of: { kind: 'request', hit: 'loss', side: 'request', ordinal: 0 },
  },
});

interface FakeOptions {
  /** What `alive` says, one after the other, then true. */
  readonly alive?: readonly boolean[];
  readonly deaths?: () => number;
  readonly startUpMs?: number;
}

function presenceOf({ alive = [], deaths, startUpMs }: FakeOptions = {}) {
  const time = { nowMs: 0 };
  const answers = [...alive];
  const asked: number[] = [];
  const given: number[] = [];
  const presence = new TargetPresence({
    target: {
      alive: async (limitMs) => {
        asked.push(limitMs);
        return answers.shift() ?? true;
      },
      ...(deaths === undefined ? {} : { deaths }),
      ...(startUpMs === undefined ? {} : { startUpMs: () => startUpMs }),
    },
    baseUrl: 'http://target',
    clock: {
      nowMs: () => time.nowMs,
      async pause(ms) {
        time.nowMs += ms;
      },
    },
    comebackMs: 10_000,
    over: new AbortController().signal,
    onLost: (waitedMs) => given.push(waitedMs),
  });
  return { presence, time, asked, lostAfter: given };
}

const watch = ({ presence }: ReturnType<typeof presenceOf>, attempt: Attempt) => presence.watch(async () => attempt);

test('a case that breaks while the target was away is disturbed, whichever case found it away', async () => {
  const given = presenceOf({ alive: [false] });
  const seen = await given.presence.watch(async () => {
    given.time.nowMs = 1;
    await watch(given, refused);
    return broke;
  });
  expect(seen.end).toEqual({ kind: 'disturbed', why: 'the target was away while the case went on' });
  expect(seen.disturbance).toMatchObject({ of: { kind: 'target-away' }, error: { otherwise: broken } });
  expect(given.presence.absences).toBe(1);
});

test('a case that began after the absence counts', async () => {
  const given = presenceOf();
  await watch(given, refused);
  given.time.nowMs += 5;
  expect((await watch(given, broke)).end.kind).toBe('broke');
});

test('a case that held, or can not be arranged, counts all the same', async () => {
  const given = presenceOf();
  const idle = anAttempt({ end: { kind: 'not-arranged', why: 'no' } });
  for (const attempt of [anAttempt(), idle]) {
    const seen = await watch(given, { ...attempt, exchanges: refused.exchanges });
    expect(seen.end).toEqual(attempt.end);
  }
});

test('a lost connection gives cause to look, and is the case’s own where the target is there', async () => {
  expect((await watch(presenceOf(), lost)).disturbance).toEqual(lost.disturbance);
  const gone = presenceOf({ alive: [false, false] });
  const seen = gone.presence.watch(async () => {
    gone.time.nowMs = 1;
    return lost;
  });
  expect((await seen).disturbance).toMatchObject({
    of: { kind: 'target-away' },
    error: { otherwise: broken },
  });
  expect(gone.asked).toHaveLength(3);
});

test('a target that is back before the case ends is seen away by looking at once', async () => {
  const given = presenceOf({ alive: [false] });
  const seen = await given.presence.watch(async () => {
    given.time.nowMs = 1;
    given.presence.look();
    await new Promise((resolve) => setImmediate(resolve));
    return broke;
  });
  expect([seen.disturbance?.of.kind, given.presence.absences]).toEqual(['target-away', 1]);
});

test('an answer that asks to come again gives no cause to look', async () => {
  const given = presenceOf();
  const of = { kind: 'request', hit: 'unavailable', side: 'request', ordinal: 0 } as const;
  const error = new Disturbed('503', { exchange: 'x1', otherwise: broken, status: 503 });
  await watch(given, anAttempt({ ...broke, disturbance: { error, of } }));
  expect(given.asked).toEqual([]);
});

test('where the harness started the target, each end counts', async () => {
  let deaths = 0;
  const given = presenceOf({ deaths: () => deaths });
  const seen = await given.presence.watch(async () => {
    given.time.nowMs = 1;
    deaths = 1;
    return broke;
  });
  expect(seen.disturbance?.of).toEqual({ kind: 'target-away' });
  deaths = 2;
  expect((await watch(given, broke)).end.kind).toBe('broke');
  expect(given.presence.absences).toBe(2);
});

test('a target that does not come back within the limit is lost', async () => {
  const given = presenceOf({ alive: Array.from({ length: 100 }, () => false) });
  expect(await given.presence.back()).toBe(false);
  expect(given.lostAfter).toEqual([10_000]);
});

test('the wait grows with what the target was seen to need', async () => {
  expect(presenceOf({ startUpMs: 12_000 }).presence.comebackMs).toBe(36_000);
  const given = presenceOf({ alive: Array.from({ length: 40 }, () => false) });
  expect(await given.presence.back()).toBe(true);
  expect(given.presence.comebackMs).toBe(24_000);
});

test('a connection that is refused elsewhere, where a link leads, says nothing of the target', async () => {
  const given = presenceOf();
  const request = { ...anExchange().request, url: 'http://files.example/output' };
  const attempt = anAttempt({ ...broke, exchanges: [anExchange({ ending: 'refused', request })] });
  expect(await watch(given, attempt)).toBe(attempt);
  expect(given.presence.absences).toBe(0);
});
