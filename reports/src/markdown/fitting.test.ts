import { expect, test } from 'vitest';
import { fitting } from './fitting.ts';

const leftOut = (count: number) => `${count} more`;

test('texts that fit are all there', () => {
  expect(fitting(['a', 'b'], 200, leftOut)).toEqual(['a', 'b']);
});

test('of those that do not fit the first stay and the others are counted', () => {
  expect(fitting(['a'.repeat(90), 'b'.repeat(90), 'c'], 200, leftOut)).toEqual(['a'.repeat(90), '2 more']);
});
