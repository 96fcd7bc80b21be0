import { loadRules } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { harmOfRule, protectedRules, worstOf } from './harm.ts';

test('the harm of a rule follows from its id', () => {
  expect(harmOfRule('stream.relay.content')).toBe('content');
  expect(harmOfRule('auth.cap.below')).toBe('money');
  expect(harmOfRule('auth.key.missing')).toBe('access');
  expect(harmOfRule('error.envelope.object')).toBe('shape');
});

test('each beginning is that of a rule of the contract', () => {
  const ids = loadRules().map(({ id }) => id);
  expect(protectedRules.filter((start) => !ids.some((id) => id.startsWith(start)))).toEqual([]);
});

test('an exit is worse than money', () => {
  expect(worstOf(['shape', 'money', 'exit'])).toBe('exit');
  expect(worstOf([])).toBe('shape');
});
