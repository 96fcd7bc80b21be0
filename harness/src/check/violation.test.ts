import { expect, test } from 'vitest';
import { Caution, Violation } from './violation.ts';

test('the message has both halves of the finding', () => {
  const finding = { expected: 'the same code each time', observed: 'no code, three times' };
  expect(new Violation(finding).message).toBe('expected the same code each time; observed no code, three times');
  expect(new Caution(finding).finding).toBe(finding);
});

test.each([Violation, Caution])('an empty text that a target sent is readable in both', (Thrown) => {
  const thrown = new Thrown({ expected: 'a state', observed: '' });
  expect(thrown.message).toBe('expected a state; observed the empty text ""');
  expect(thrown.finding.observed).toBe('the empty text ""');
});
