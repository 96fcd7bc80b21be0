import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

function paceAt(nowMs: () => number): Pace {
  return new Pace({ nowMs });
}

test('requests wait for nothing until the target asks for less', () => {
  const pace = paceAt(() => 0);
  expect([pace.takeTurn(), pace.takeTurn(), pace.takeTurn()]).toEqual([0, 0, 0]);
});

test('each turn is a gap after the one before it, and the gap grows with each refusal', () => {
  const pace = paceAt(() => 0);
  pace.slower();
  expect([pace.takeTurn(), pace.takeTurn(), pace.takeTurn()]).toEqual([0, 20, 40]);
  pace.slower();
  expect(pace.gapMs).toBe(30);
  for (let count = 0; count < 50; count += 1) pace.slower();
  expect(pace.gapMs).toBe(400);
});

test('undisturbed cases take the gap away again', () => {
  const pace = paceAt(() => 0);
  pace.slower();
  for (let count = 0; count < 200; count += 1) pace.faster();
  expect(pace.gapMs).toBe(0);
});

test('the gap goes back to what it was, and never grows by that', () => {
  const pace = paceAt(() => 0);
  pace.slower();
  const beforeMs = pace.steadyGapMs;
  pace.slower();
  pace.backTo(beforeMs);
  expect(pace.gapMs).toBe(20);
  pace.backTo(300);
  expect(pace.gapMs).toBe(20);
});

test('a turn that nobody took is not saved up', () => {
  let nowMs = 0;
  const pace = paceAt(() => nowMs);
  pace.slower();
  pace.takeTurn();
  nowMs = 1_000;
  expect([pace.takeTurn(), pace.takeTurn()]).toEqual([0, 20]);
});

test('a quiet run keeps its requests far apart', () => {
  const pace = paceAt(() => 0);
  pace.quiet = true;
  expect([pace.takeTurn(), pace.takeTurn()]).toEqual([0, 250]);
  pace.quiet = false;
  expect(pace.takeTurn()).toBe(0);
});
