import { minuteMs } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { type Growth, gapsOf, growthOf } from './gaps.ts';
import type { TimedAttempt } from './webhooks.ts';

/** Attempts after gaps of so many minutes, seen to the second, on a clock that moves on by whole steps. */
function attemptsAfter(minutes: readonly number[], stepMs: number): readonly TimedAttempt[] {
  let fromMs = 0;
  return [0, ...minutes].map((gap) => {
    fromMs = Math.ceil((fromMs + gap * minuteMs) / stepMs) * stepMs;
    return { delivery: undefined as never, fromMs, untilMs: fromMs + 1_000 };
  });
}

test.each<readonly [Growth, readonly number[], number]>([
  ['grows', [1, 5, 30, 120, 240, 360, 480], 1_000],
  ['grows', [140, 146, 152, 158, 164, 170, 176], 1_000],
  ['stands', [6, 30, 60, 180, 300, 299.9, 300], 1_000],
  ['constant', [180, 180, 180, 180, 180, 180, 180], 1_000],
  ['constant', [180, 171, 180, 189, 180, 176, 184], 1_000],
  ['shrinks', [1, 5, 30, 120, 60, 360, 480], 1_000],
  ['shrinks', [180, 180, 180, 60], 1_000],
])('gaps that one might call %s: %j min', (growth, minutes, stepMs) => {
  expect(growthOf(gapsOf(attemptsAfter(minutes, stepMs)))).toBe(growth);
});

test('gaps that grow by few minutes are no constant ones where the clock jumps by ten', () => {
  const growing = gapsOf(attemptsAfter([140, 146, 152, 158, 164, 170, 176], 10 * minuteMs));
  expect(['stands', 'grows']).toContain(growthOf(growing));
  expect(growthOf(gapsOf(attemptsAfter([150, 150, 150, 150, 150, 150, 150], 10 * minuteMs)))).toBe('constant');
});

test('one gap says nothing', () => expect(growthOf(gapsOf(attemptsAfter([5], 1_000)))).toBe('grows'));
