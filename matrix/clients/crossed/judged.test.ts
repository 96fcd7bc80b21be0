import { expect, test } from 'vitest';
import { cross } from './cross.ts';
import { judgementOf, loadJudgements, matchesPattern } from './judged.ts';

test('a star stays within a part, two stars and words in braces do not', () => {
  expect(matchesPattern('a/b.c/d', 'a/*/d')).toBe(true);
  expect(matchesPattern('a/b/c/d', 'a/*/d')).toBe(false);
  expect(matchesPattern('a/b/c/d', 'a/**')).toBe(true);
  expect(matchesPattern('a/b.c', 'a/{b.c,d}')).toBe(true);
});

test('every pattern of the judgements speaks of mutants that there are', () => {
  const ids = cross.map(({ id }) => id);
  const patterns = loadJudgements().flatMap(({ mutants }) => mutants);
  expect(patterns.filter((pattern) => !ids.some((id) => matchesPattern(id, pattern)))).toEqual([]);
});

test('ids are unique, and most mutants are to be killed', () => {
  const judgements = loadJudgements();
  expect(new Set(cross.map(({ id }) => id)).size).toBe(cross.length);
  expect(cross.filter(({ id }) => judgementOf(id, judgements) === undefined).length).toBeGreaterThan(cross.length / 2);
});
