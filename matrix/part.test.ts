import { expect, test } from 'vitest';
import { readPart } from './part.ts';

const taken = (text: string) => ['a', 'b', 'c', 'd', 'e'].filter((_, place) => readPart(text).takes(place)).join('');

test('the shares of a list are apart and make up the whole', () => {
  expect(taken('0/1')).toBe('abcde');
  expect([taken('0/2'), taken('1/2')]).toEqual(['ace', 'bd']);
});

test.each(['2/2', '1', '', '-1/2', '1/0', '0/0', 'a/b'])('%j is no share', (text) => {
  expect(() => readPart(text)).toThrow(`--part is k/n, from 0/n to n-1/n, not '${text}'`);
});
