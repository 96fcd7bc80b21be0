import { expect, test } from 'vitest';
import type { Exchange } from '../exchange/exchange.ts';
import { clockOffsetMs } from './clock-offset.ts';

const wall = Date.parse('2026-11-21T12:00:10Z');
/** An answer that came now, `tookMs` after its request, dated so far from now. */
function offsetOf(datedMs: number | undefined, tookMs: number): number {
  const date = datedMs === undefined ? [] : [['Date', new Date(wall + datedMs).toUTCString()] as const];
  const exchange = { request: { atMs: 20_000 - tookMs }, response: { headers: date } } as unknown as Exchange;
  return clockOffsetMs(exchange, { wallMs: () => wall, nowMs: () => 20_000 }, 2_000);
}

test.each([
  ['no date', undefined, 50],
  ['the same second', 0, 50],
  ['a date two seconds old', -2_000, 50],
  ['a date of the beginning of a slow answer', -7_000, 7_000],
])('%s shows no difference', (_what, datedMs, tookMs) => {
  expect(offsetOf(datedMs, tookMs)).toBe(0);
});

test('a clock that is ahead or behind is reported', () => {
  expect(offsetOf(60_000, 50)).toBe(60_500);
  expect(offsetOf(-60_000, 50)).toBeCloseTo(-59_450, -3);
});
