import { expect, test } from 'vitest';
import type { Exchange } from '../exchange/exchange.ts';
import { measureReceiver, withEffectLag } from './measure-receiver.ts';

/** A receiver that answers the nth delivery, counted from 0, after so many ms. */
function answering(msOf: (n: number) => number, statusOf: (n: number) => number = () => 200) {
  let count = 0;
  return async () => {
    const n = count;
    count += 1;
    return {
      request: { atMs: 100 },
      response: { status: statusOf(n), headersAtMs: 100 + msOf(n) },
    } as unknown as Exchange;
  };
}

test.each([
  ['a quick one', answering(() => 3), { takesMany: true }],
  ['a slow one that takes many at once', answering(() => 3_000), { takesMany: true, lanes: 48 }],
  ['one that takes one after the other', answering((n) => 300 * Math.max(1, n)), { takesMany: false }],
  ['one that takes one a second', answering((n) => 1_000 * Math.max(1, n)), { takesMany: false, lanes: 4 }],
  ['a slow one with four workers', answering((n) => 1_500 * Math.ceil(n / 4 + 0.1)), { takesMany: false }],
  [
    'one that turns some away',
    answering(
      () => 3,
      (n) => (n > 10 ? 429 : 200),
    ),
    { takesMany: false, turnsAway: true, lanes: 5 },
  ],
  [
    'one that refuses all',
    answering(
      () => 3_000,
      () => 400,
    ),
    { takesMany: true },
  ],
])('%s', async (_what, deliver, pace) => {
  expect(await measureReceiver(deliver)).toEqual(pace);
});

test.each([
  ['a late effect of one that takes many', { takesMany: true }, 20_000, { takesMany: true, lanes: 48 }],
  ['an effect that comes soon', { takesMany: true }, 900, { takesMany: true }],
  ['no effect that can be seen', { takesMany: true }, undefined, { takesMany: true }],
  ['a late effect of one that takes few', { takesMany: false, lanes: 3 }, 20_000, { takesMany: false, lanes: 3 }],
])('%s', (_what, pace, lagMs, expected) => {
  expect(withEffectLag(pace, lagMs)).toEqual(expected);
});
