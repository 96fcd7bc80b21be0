import { expect, test } from 'vitest';
import { type CreditAnswer, type CreditCommand, creditHistory } from './credit-history.ts';
import { smallestContradiction } from './linearizability.ts';

const operation = (command: CreditCommand, answer: CreditAnswer, beganAtMs: number, endedAtMs = beganAtMs + 1) => ({
  command,
  answer,
  beganAtMs,
  endedAtMs,
});
const ask = (answer: CreditAnswer, beganAtMs: number, endedAtMs?: number) =>
  operation('ask', answer, beganAtMs, endedAtMs);
const settled = (atMs: number) => operation('settled', 'served', atMs, atMs);
const contradiction = (...history: readonly ReturnType<typeof operation>[]) =>
  smallestContradiction(history, creditHistory(2.5));

test('requests are served until the credit is spent, the last of them by what is left of it or not at all', () => {
  const two = [ask('served', 0), ask('served', 2)];
  expect(contradiction(...two, ask('served', 4), ask('refused', 6))).toBeUndefined();
  expect(contradiction(...two, ask('refused', 4), ask('refused', 6))).toBeUndefined();
});

test('what runs may be held back, or booked at its end', () => {
  const side = (answer: CreditAnswer) => ask(answer, 0, 9);
  expect(contradiction(side('served'), side('served'), side('refused'))).toBeUndefined();
  expect(contradiction(side('served'), side('served'), side('served'), side('served'))).toBeUndefined();
});

test('a refusal while there is credit contradicts what was served, once that must have been booked', () => {
  const refused = ask('refused', 2);
  expect(contradiction(ask('served', 0), refused, ask('served', 4))).toBeUndefined();
  expect(contradiction(ask('served', 0), settled(9), ask('refused', 10))).toHaveLength(3);
  expect(contradiction(refused)).toEqual([refused]);
});

test('a request that is served once all the credit must have been booked contradicts that', () => {
  const side = [0, 0, 0].map((beganAtMs) => ask('served', beganAtMs, 9));
  expect(contradiction(...side, ask('served', 10))).toBeUndefined();
  expect(contradiction(...side, settled(20), ask('served', 21))).toHaveLength(5);
  expect(contradiction(...side, settled(20), ask('refused', 21))).toBeUndefined();
});
