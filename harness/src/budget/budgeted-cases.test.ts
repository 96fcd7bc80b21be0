import { expect, test } from 'vitest';
import { BudgetedCases } from './budgeted-cases.ts';
import { RequestBudget } from './request-budget.ts';

test('a rule gets one case, and more once that one was seen to cost little', () => {
  const cheap = BudgetedCases.begin(new RequestBudget(10_000), 5);
  expect(cheap?.count(undefined)).toBe(1);
  expect(cheap?.count(2)).toBe(5);
  const costly = BudgetedCases.begin(new RequestBudget(10_000), 5);
  expect(costly?.count(20)).toBe(1);
});

test('a first case is expected to send as many requests as the measured ones did on average', () => {
  const budget = new RequestBudget(100);
  expect(budget.expectedCase).toBe(4);
  BudgetedCases.begin(budget, 1)?.count(30);
  BudgetedCases.begin(budget, 1)?.count(61);
  expect(budget.expectedCase).toBe(46);
});

test('what a rule set aside is free again when it has ended', () => {
  const budget = new RequestBudget(20);
  const first = BudgetedCases.begin(budget, 1);
  first?.count(15);
  expect(BudgetedCases.begin(budget, 1)).toBeUndefined();
  first?.end();
  expect(BudgetedCases.begin(budget, 1)).toBeDefined();
});
