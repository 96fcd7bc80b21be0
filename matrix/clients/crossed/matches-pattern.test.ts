import { expect, test } from 'vitest';
import { matchesPattern } from './matches-pattern.ts';

test('a star stays within a part, two stars and words in braces do not', () => {
  expect(matchesPattern('a/b.c/d', 'a/*/d')).toBe(true);
  expect(matchesPattern('a/b/c/d', 'a/*/d')).toBe(false);
  expect(matchesPattern('a/b/c/d', 'a/**')).toBe(true);
  expect(matchesPattern('a/b.c', 'a/{b.c,d}')).toBe(true);
});
