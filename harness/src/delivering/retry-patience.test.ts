import { expect, test } from 'vitest';
import { RetryPatience } from './retry-patience.ts';

test('waits in vain end, and one that helps begins anew', () => {
  const patience = new RetryPatience();
  for (const isTaken of [false, false, true, false, false]) patience.ended(isTaken);
  expect(patience.helps()).toBe(true);
  patience.ended(false);
  expect(patience.helps()).toBe(false);
  patience.ended(true);
  expect(patience.helps()).toBe(true);
});
