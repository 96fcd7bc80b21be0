import { expect, test } from 'vitest';
import { Caution, Violation } from './violation.ts';

test('a finding carries both halves', () => {
  const finding = { expected: 'the same code each time', observed: 'no code, three times' };
  expect(new Violation(finding).message).toBe('expected the same code each time; observed no code, three times');
  expect(new Caution(finding).finding).toBe(finding);
});

test.each(['', ' ', ', , ', ';'])('a half of nothing but blanks and separators is refused: "%s"', (half) => {
  expect(() => new Violation({ expected: 'a code', observed: half })).toThrow('a finding needs both halves');
  expect(() => new Violation({ expected: half, observed: 'none' })).toThrow('a finding needs both halves');
  expect(() => new Caution({ expected: 'a code', observed: half })).toThrow('a finding needs both halves');
});
