import { expect, test } from 'vitest';
import { counted, cutText } from './cut-text.ts';

const wide = { characters: 1000, lines: 1000 };

test('a text within the limits is returned as it is', () => {
  expect(cutText('a\nb', { characters: 3, lines: 2 })).toBe('a\nb');
});

test('a long text says how much is missing', () => {
  expect(cutText('x'.repeat(1500), { ...wide, characters: 100 })).toBe(`${'x'.repeat(100)}\n… 1,400 more characters`);
});

test('too many lines are cut as well', () => {
  expect(cutText('a\nb\nc', { ...wide, lines: 2 })).toBe('a\nb\n… 2 more characters');
});

test('a pair of surrogates is kept or dropped whole', () => {
  expect(cutText('ab🎉', { ...wide, characters: 3 })).toBe('ab\n… 2 more characters');
});

test('one is singular', () => {
  expect([counted(0, 'rule'), counted(1, 'rule'), counted(1204, 'rule')]).toEqual(['0 rules', '1 rule', '1,204 rules']);
});
