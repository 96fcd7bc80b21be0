import type { Rule } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { exercisingRules } from './exercising-rules.ts';

const rule = (id: string, kind: Rule['kind'], ...points: string[]) => ({ id, kind, points }) as unknown as Rule;

test('a standing rule is exercised by the active rules of its points, an active one by itself', () => {
  const rules = [
    rule('s', 'standing', 'p', 'q'),
    rule('a', 'active', 'q'),
    rule('b', 'active', 'r'),
    rule('t', 'standing', 'p'),
  ];
  expect(exercisingRules(rules, 's')).toEqual(['a']);
  expect(exercisingRules(rules, 'a')).toEqual([]);
});
