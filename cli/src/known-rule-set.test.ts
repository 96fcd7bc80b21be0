import { expect, test } from 'vitest';
import { knownRuleSet } from './known-rule-set.ts';
import { UsageError } from './usage-error.ts';

test.each([
  [undefined, '1.0'],
  ['1.0', '1.0'],
  ['1', '1.0'],
  [1, '1.0'],
])('%j names the rule set %s', (given, id) => {
  expect(knownRuleSet(given)).toBe(id);
});

test.each(['0.9', 1.5, 'latest', ''])('%j is refused, with those that there are', (given) => {
  expect(() => knownRuleSet(given)).toThrow(UsageError);
  expect(() => knownRuleSet(given)).toThrow('ruleset must be one of 1.0');
});
