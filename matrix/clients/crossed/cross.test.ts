import { expect, test } from 'vitest';
import { judgementOf, readJudgements } from '../../judgements.ts';
import { cross } from './cross.ts';
import { matchesPattern } from './matches-pattern.ts';

test('ids are unique, and most mutants are to be killed', () => {
  const judgements = readJudgements(import.meta.dirname);
  expect(new Set(cross.map(({ id }) => id)).size).toBe(cross.length);
  expect(cross.filter(({ id }) => judgementOf(id, judgements, matchesPattern) === undefined).length).toBeGreaterThan(
    cross.length / 2,
  );
});
