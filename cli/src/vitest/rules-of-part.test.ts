import { loadRules } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { rulesOfPart } from './rules-of-part.ts';

const rules = loadRules().filter(({ party }) => party === 'gateway');
const active = (kind: 'active' | 'standing', part: string) =>
  rulesOfPart(rules, part)
    .filter((rule) => rule.kind === kind)
    .map(({ id }) => id);

test('the parts together hold each active rule once, in near equal numbers', () => {
  const parts = ['1/3', '2/3', '3/3'].map((part) => active('active', part));
  const all = rules.filter(({ kind }) => kind === 'active').map(({ id }) => id);
  expect(parts.flat().sort()).toEqual([...all].sort());
  const sizes = parts.map(({ length }) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});

test('every part judges the standing rules', () => {
  expect(active('standing', '2/2')).toEqual(rules.filter(({ kind }) => kind === 'standing').map(({ id }) => id));
});

test.each(['0/3', '4/3', '1', 'a/b', ''])('%j is no part', (part) => {
  expect(() => rulesOfPart(rules, part)).toThrow(UsageError);
});
