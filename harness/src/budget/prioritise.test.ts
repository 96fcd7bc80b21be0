import { expect, test } from 'vitest';
import { aCheck, aRule } from '../run/run-fixture.fixture.ts';
import { prioritise } from './prioritise.ts';

test('the areas take turns, each with what shows the most for the least', () => {
  const rules = [
    aRule('a.should', { level: 'should' }),
    aRule('a.costly'),
    aRule('a.must'),
    aRule('b.derived', { level: 'derived' }),
    aRule('b.must'),
  ];
  const costs: Readonly<Record<string, number>> = { 'a.costly': 40 };
  const check = (rule: string) => {
    const requestsPerCase = costs[rule];
    return { ...aCheck(rule, async () => undefined), ...(requestsPerCase === undefined ? {} : { requestsPerCase }) };
  };
  const checks = new Map(rules.map(({ id }) => [id, check(id) as never]));
  expect(prioritise(rules, checks).map(({ id }) => id)).toEqual([
    'a.must',
    'b.must',
    'a.should',
    'b.derived',
    'a.costly',
  ]);
});
