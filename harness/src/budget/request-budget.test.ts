import { expect, test } from 'vitest';
import { NotExercised } from '../check/setup-failed.ts';
import { RequestBudget } from './request-budget.ts';

test('no request goes beyond the budget', () => {
  const budget = new RequestBudget(20);
  for (let count = 0; count < 20; count += 1) budget.spend();
  expect(() => budget.spend()).toThrow(NotExercised);
  expect(budget.sent).toBe(20);
});

test('what is promised to one rule is not promised to another until it is given back, and some is kept for confirming', () => {
  const budget = new RequestBudget(20);
  const giveBack = budget.promise(10);
  expect(giveBack).toBeDefined();
  expect(budget.promise(10)).toBeUndefined();
  giveBack?.();
  giveBack?.();
  expect(budget.promise(17)).toBeUndefined();
  expect(budget.promise(16)).toBeDefined();
});
