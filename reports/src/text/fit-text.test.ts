import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutToWidth, widthOf, wrapped } from './fit-text.ts';

test('a wide character takes two columns', () => {
  expect([widthOf('abc'), widthOf('漢字'), widthOf('🎉')]).toEqual([3, 4, 2]);
});

test('a text that fits stands as it is, on one line', () => {
  expect(cutToWidth('one\n two', 7)).toBe('one two');
});

test('a longer text is cut with a mark', () => {
  expect(cutToWidth('a long sentence', 8)).toBe('a long …');
  expect(cutToWidth('漢字漢字', 6)).toBe('漢字…');
});

test('lines break at blanks, long words anywhere', () => {
  expect(wrapped('one two three', 8)).toEqual(['one two', 'three']);
  expect(wrapped('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
});

test('of too many lines the last one is cut', () => {
  expect(wrapped('one two three four five six', 9, 2)).toEqual(['one two', 'three fo…']);
});

test('no line is wider than asked for, and there are no more than asked for', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '漢', '🎉', '-', '→', '\n', 'é'), maxLength: 300 });
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 40 }), fc.integer({ min: 1, max: 5 }), (given, width, maxLines) => {
      const lines = wrapped(given, width, maxLines);
      expect(lines.length).toBeLessThanOrEqual(maxLines);
      for (const line of [...lines, cutToWidth(given, width)]) expect(widthOf(line)).toBeLessThanOrEqual(width);
    }),
  );
});
