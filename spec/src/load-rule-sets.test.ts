import { expect, test } from 'vitest';
import { currentRuleSet, isProvisional, loadRuleSets } from './load-rule-sets.ts';

test.each([
  [undefined, '1.0', false],
  ['1.0', '1.0', false],
  ['1.1', '1.0', true],
  ['1.1', '1.1', false],
  ['1.1', '1.2', false],
  ['1.10', '1.9', true],
  ['1.9', '1.10', false],
  ['2.0', '1.10', true],
] as const)('a rule since %s is provisional in %s: %s', (since, ruleSet, wanted) => {
  expect(isProvisional(since === undefined ? {} : { since }, ruleSet)).toBe(wanted);
});

test('the newest rule set is the current one', () => {
  expect(currentRuleSet([{ id: '1.0' }, { id: '1.1' }])).toBe('1.1');
  expect(loadRuleSets().map(({ id }) => id)).toContain(currentRuleSet());
});
