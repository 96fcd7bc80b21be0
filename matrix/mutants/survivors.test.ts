import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mutationScore } from './render-mutation-score.ts';
import { alive, explains, kinds, loadExplanations, loadResult } from './survivors.ts';

const survivors = loadResult().filter(({ fate }) => alive.has(fate));
const explanations = loadExplanations();

test('every survivor is explained, and by one reason only', () => {
  const reasons = survivors.map((mutant) => ({
    mutant: `${mutant.file}:${mutant.line} ${mutant.text} -> ${mutant.replacement}`,
    count: explanations.filter((one) => explains(one, mutant)).length,
  }));
  expect(reasons.filter(({ count }) => count !== 1)).toEqual([]);
});

test('reasons speak of mutants that survived', () => {
  const idle = explanations.flatMap((one) =>
    one.mutants.filter((pair) => !survivors.some((mutant) => explains({ ...one, mutants: [pair] }, mutant))),
  );
  expect(idle).toEqual([]);
});

test('reasons are of a known kind and say something', () => {
  expect(explanations.filter(({ kind, reason }) => !(kind in kinds) || reason.length < 15)).toEqual([]);
});

const root = join(import.meta.dirname, '../..');
const folded = (text: string) => text.replace(/\s+/g, ' ').trim();

test('survivors are of code that still stands', () => {
  const gone = survivors.filter(({ file, text }) => {
    const source = folded(readFileSync(join(root, file), 'utf8'));
    return !source.includes(text.replace(/ … [0-9a-f]{8}$/, ''));
  });
  expect(gone.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});

test('docs/mutation-score.md is what npm run mutants:table writes', () => {
  expect(readFileSync(join(root, 'docs/mutation-score.md'), 'utf8')).toBe(mutationScore);
});
