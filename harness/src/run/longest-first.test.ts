import { expect, test } from 'vitest';
import { longestFirst } from './longest-first.ts';
import { aCheck, aRule } from './run-fixture.fixture.ts';

test('rules whose checks wait come first, then those that take long, then those with many cases, others as they stand', () => {
  const checks = new Map([
    ['a.few', { ...aCheck('a.few', async () => undefined), cases: 3 }],
    ['a.many', { ...aCheck('a.many', async () => undefined), cases: 30 }],
    ['b.waits', { ...aCheck('b.waits', async () => undefined), cases: 1, waits: true }],
    ['b.long', { ...aCheck('b.long', async () => undefined), cases: 1 }],
    ['b.few', { ...aCheck('b.few', async () => undefined), cases: 3 }],
  ]);
  const rules = ['a.unchecked', 'a.few', 'a.many', 'b.waits', 'b.long', 'b.few'].map((id) => aRule(id));
  const byRule = new Map([...checks].map(([id, check]) => [id, check as never]));
  const ids = longestFirst(rules, byRule, { 'b.long': 2_000 });
  expect(ids.map(({ id }) => id)).toEqual(['b.waits', 'b.long', 'a.many', 'a.few', 'b.few', 'a.unchecked']);
});
