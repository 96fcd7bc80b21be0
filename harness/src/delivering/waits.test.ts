import { expect, test } from 'vitest';
import { Waits } from './waits.ts';

test('waits that overlap count once, and one that lasts counts as far as it has come', async () => {
  let nowMs = 0;
  const waits = new Waits({ nowMs: () => nowMs });
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const both = [waits.during(one.promise), waits.during(other.promise)];
  nowMs = 10;
  expect(waits.totalMs()).toBe(10);
  one.resolve();
  await both[0];
  nowMs = 15;
  other.resolve();
  await both[1];
  nowMs = 40;
  expect(waits.totalMs()).toBe(15);
});
