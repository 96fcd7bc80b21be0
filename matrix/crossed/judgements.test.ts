import { expect, test } from 'vitest';
import { judgementOf, judgements } from './judgements.ts';
import { mutants } from './mutants.ts';

test('each judgement speaks of a mutant, with a reason', () => {
  for (const { pattern, why, verdict } of judgements) {
    expect(
      mutants.filter(({ id }) => new RegExp(`^(?:${pattern})$`).test(id)),
      pattern,
    ).not.toEqual([]);
    expect(why).toMatch(/^[A-Z].{20,}\.$/);
    expect(['equal', 'legal', 'silent', 'open']).toContain(verdict);
  }
});

test('an id that no pattern matches is not judged', () => {
  expect(judgementOf('nowhere:id:lost:always')).toBeUndefined();
});
