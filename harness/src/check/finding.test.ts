import { expect, test } from 'vitest';
import { readableFinding } from './finding.ts';

test('a finding with both halves stays as it is', () => {
  const finding = { expected: 'the same code each time', observed: 'no code, three times', exchanges: ['x1'] };
  expect(readableFinding(finding)).toBe(finding);
});

test.each(['', ' ', ', , ', ';'])(
  'an observed text of nothing but blanks and separators is quoted: "%s"',
  (observed) => {
    expect(readableFinding({ expected: 'a code', observed }).observed).toBe(`the empty text "${observed}"`);
  },
);

test.each(['', ' ', ', , ', ';'])('a check that says nothing of what it expects is refused: "%s"', (expected) => {
  expect(() => readableFinding({ expected, observed: 'none' })).toThrow('must say what is expected');
});
