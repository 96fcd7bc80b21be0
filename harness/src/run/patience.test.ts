import { expect, test } from 'vitest';
import { Patience, patienceMs, promptMs } from './patience.ts';

function after(waits: readonly (readonly [waitedMs: number, hasCome: boolean])[]): number {
  const patience = new Patience();
  for (const [waitedMs, hasCome] of waits) patience.learn(waitedMs, hasCome);
  return patience.limitMs;
}

const inVain = (count: number) => Array.from({ length: count }, () => [patienceMs, false] as const);

test('a run waits its whole time, whatever came', () => {
  expect(after([])).toBe(patienceMs);
  expect(after([[30, true], [1_000, true], ...inVain(7)])).toBe(patienceMs);
});

test('after many waits without result the others are short', () => {
  expect(after([[30, true], ...inVain(8)])).toBe(promptMs);
});

test('waits that were cut short show nothing', () => {
  expect(after(Array.from({ length: 20 }, () => [1_000, false] as const))).toBe(patienceMs);
});

test('a target that was seen to be slow keeps the whole time, early or late', () => {
  expect(after([[4_000, true], ...inVain(20)])).toBe(patienceMs);
  expect(after([...inVain(20), [4_000, true]])).toBe(patienceMs);
});
