import { expect, test } from 'vitest';
import type { RunClock } from '../clock/run-clock.ts';
import { createRecorder } from '../exchange/recorder.ts';
import { EffectPatience } from './effect-patience.ts';
import { comeInTurn } from './effects-in-turn.ts';
import { type ObserverOptions, readEffects } from './observer.ts';

/** An observer of events whose effects come after so many ms; the clock moves by what is waited. */
function observing(effectsAfterMs: Readonly<Record<string, number>>, awayUntilMs = 0) {
  let nowMs = 0;
  const clock = {
    nowMs: () => nowMs,
    async pause(delayMs: number) {
      nowMs += delayMs;
    },
  } as RunClock;
  const client = {
    async send({ url }: { readonly url: string }) {
      const id = new URL(url).searchParams.get('event') ?? '';
      const count = nowMs >= (effectsAfterMs[id] ?? Number.POSITIVE_INFINITY) ? 1 : 0;
      const status = nowMs < awayUntilMs ? 503 : 200;
      return { id: 'x1', response: { status, body: Buffer.from(JSON.stringify({ count })) } };
    },
  } as unknown as ObserverOptions['client'];
  const patience = new EffectPatience();
  const recorder = createRecorder(() => 'x1');
  const read = (ids: readonly string[], mayBeNone = false) =>
    readEffects({ url: 'http://observer.example/effects', client, clock, patience }, recorder, {
      events: ids.map((id) => ({ id, type: id.startsWith('ignored') ? 'job.canceled' : 'job.succeeded' })),
      sentinel: { id: 'sentinel', type: 'job.succeeded' },
      mayBeNone,
    });
  const inTurn = (withinMs = 20) =>
    comeInTurn({ url: 'http://observer.example/effects', client, clock }, recorder, {
      events: Object.keys(effectsAfterMs).map((id) => ({ id, type: 'job.succeeded' })),
      withinMs,
    });
  return { read, inTurn, patience, nowMs: () => nowMs };
}

/** Effects of 24 events, each after so many ms. */
const effects = (afterMs: (place: number) => number) =>
  Object.fromEntries(Array.from({ length: 24 }, (_, place) => [`e${place}`, afterMs(place)]));

test('waits for each effect that is to come, and for none that need not', async () => {
  const late = observing({ sentinel: 0, late: 20_000 });
  expect(await late.read(['late'], true)).toEqual([0]);
  expect(late.nowMs()).toBe(0);
  expect(await late.read(['late'])).toEqual([1]);
});

test('an effect that never comes is waited for a minute once; what came meanwhile does not make the next wait longer', async () => {
  const losing = observing({ sentinel: 0, later: 1_000 });
  expect(await losing.read(['lost', 'later'])).toEqual([0, 1]);
  expect(losing.nowMs()).toBeGreaterThan(60_000);
  expect(losing.patience.limitMs('job.succeeded')).toBe(5_000);
  const beganMs = losing.nowMs();
  expect(await losing.read(['lost too', 'later'])).toEqual([0, 1]);
  expect(losing.nowMs() - beganMs).toBeLessThan(7_000);
});

test('an observer that is away is asked again for some seconds', async () => {
  expect(await observing({ sentinel: 0, any: 0 }, 6_000).read(['any'])).toEqual([1]);
  await expect(observing({ sentinel: 0, any: 0 }, 60_000).read(['any'])).rejects.toThrow('did not answer {"count": N}');
});

test('a type of which no effect ever came is waited for once', async () => {
  const ignoring = observing({ sentinel: 0 });
  await ignoring.read(['ignored']);
  const beganMs = ignoring.nowMs();
  expect(await ignoring.read(['ignored too', 'ignored as well'])).toEqual([0, 0]);
  expect(ignoring.nowMs() - beganMs).toBeLessThan(1_000);
});

test('without the effect of the sentinel nothing is known', async () => {
  await expect(observing({}).read(['any'])).rejects.toThrow('counted no effect of the genuine event sentinel');
});

test.each([
  ['one after the other', effects((place) => place * 60), true],
  ['one after the other, after some seconds', effects((place) => 4_000 + place * 25), false],
  ['one after the other, the first at once', effects((place) => place * 25), true],
  ['at once', effects(() => 0), false],
  ['all of them late', effects(() => 700), false],
  ['in batches', effects((place) => 400 * Math.floor(place / 10)), false],
  ['in quick succession', effects((place) => place * 8), false],
  ['but for one that is lost', effects((place) => (place === 7 ? Number.POSITIVE_INFINITY : 0)), false],
])('effects that come %s', async (_what, all, isInTurn) => {
  expect(await observing(all).inTurn()).toBe(isInTurn);
});

test('effects that come as slowly as their deliveries were answered come at once', async () => {
  expect(await observing(effects((place) => place * 30)).inTurn(900)).toBe(false);
});
