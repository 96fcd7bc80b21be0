import type { Exchange, World } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { letAnswerTravel } from './answer-travel.ts';

/** How long is paused in a world whose requests took so long, in ms. */
async function pausedMs(...tookMs: readonly number[]): Promise<number> {
  const exchanges = tookMs.map(
    (ms, place) =>
      ({ side: 'request', ending: 'complete', request: { atMs: place }, endedAtMs: place + ms }) as unknown as Exchange,
  );
  let paused = 0;
  const pause = (ms: number) => {
    paused = ms;
    return Promise.resolve();
  };
  await letAnswerTravel({ exchanges: () => exchanges, pause } as unknown as World, 80);
  return paused;
}

test('an answer has the least time where the target is fast, and more where it is slow', async () => {
  expect(await pausedMs()).toBe(80);
  expect(await pausedMs(2, 3, 4)).toBe(80);
  expect(await pausedMs(60, 100, 70)).toBe(350);
});

test('one slow request says nothing, and nobody is waited for longer than a second', async () => {
  expect(await pausedMs(3, 9_000, 4)).toBe(80);
  expect(await pausedMs(9_000, 9_000)).toBe(1_000);
  expect(await pausedMs(9_000, ...Array.from({ length: 9 }, () => 20))).toBe(100);
});
