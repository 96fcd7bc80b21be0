import { expect, test } from 'vitest';
import { counted, cutText } from './cut-text.ts';

const wide = { characters: 1000, lines: 1000 };

test('a text within the limits is returned as it is', () => {
  expect(cutText('a\nb', { characters: 3, lines: 2 })).toBe('a\nb');
});

test('a long text keeps its start and its end, and says how much is missing', () => {
  expect(cutText(`${'a'.repeat(500)}${'b'.repeat(1000)}`, { ...wide, characters: 99 })).toBe(
    `${'a'.repeat(33)}\n… 1,401 more characters\n${'b'.repeat(66)}`,
  );
});

test('too many lines are cut as well', () => {
  expect(cutText('a\nb\nc\nd', { ...wide, lines: 3 })).toBe('a\n… 3 more characters\nc\nd');
  expect(cutText('a\nb\nc', { ...wide, lines: 1 })).toBe('… 4 more characters\nc');
});

test('a pair of surrogates is kept or dropped whole', () => {
  expect(cutText('a🎉bcdefg🎉h', { characters: 6, lines: 9 })).toBe('a\n… 6 more characters\nfg🎉h');
  expect(cutText('a🎉bcdefg🎉h', { characters: 3, lines: 9 })).toBe('a\n… 10 more characters\nh');
});

test('one is singular', () => {
  expect([counted(0, 'rule'), counted(1, 'rule'), counted(1204, 'rule')]).toEqual(['0 rules', '1 rule', '1,204 rules']);
});
