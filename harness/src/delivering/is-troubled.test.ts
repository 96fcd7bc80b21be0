import { expect, test } from 'vitest';
import type { ReceivedResponse } from '../exchange/exchange.ts';
import { isTroubled } from './is-troubled.ts';

const answered = (status: number) => ({ response: { status } as ReceivedResponse });

test('a 5xx or 429 is trouble, another answer or none is not', () => {
  expect([500, 503, 429].map((status) => isTroubled(answered(status)))).toEqual([true, true, true]);
  expect([200, 303, 400, 428, 430].some((status) => isTroubled(answered(status)))).toBe(false);
  expect(isTroubled({})).toBe(false);
});
