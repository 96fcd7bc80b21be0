import { expect, test } from 'vitest';
import { CasePatience, Patience, patienceMs, promptMs } from './patience.ts';

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

test('a case is hurried once it is to wait shorter than whole', () => {
  const ofRun = new Patience();
  const patience = new CasePatience(ofRun);
  expect([patience.limitMs, patience.wasHurried]).toEqual([patienceMs, false]);
  for (const [waitedMs, hasCome] of inVain(8)) patience.learn(waitedMs, hasCome);
  expect([patience.limitMs, patience.wasHurried]).toEqual([promptMs, true]);
});

test('a case that confirms what it found waits whole, whatever others waited for in vain', () => {
  const ofRun = new Patience();
  for (const [waitedMs, hasCome] of inVain(8)) ofRun.learn(waitedMs, hasCome);
  const patience = new CasePatience(ofRun, { isWhole: true });
  expect([patience.limitMs, patience.shortened(1_500), patience.wasHurried]).toEqual([patienceMs, patienceMs, false]);
});
