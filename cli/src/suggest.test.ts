import { expect, test } from 'vitest';
import { nearest, suggestion } from './suggest.ts';

const known = ['auth.key.missing', 'auth.key.unknown', 'stream.done.last', 'job.read'];

test('a typing slip finds the name', () => {
  expect(nearest('auth.key.mising', known)[0]).toBe('auth.key.missing');
});

test('a part of a name finds it', () => {
  expect(nearest('done', known)).toEqual(['stream.done.last']);
});

test('nothing near gives no suggestion', () => {
  expect(suggestion('xyzzy-plugh', known)).toBe('');
  expect(suggestion('job.reed', known)).toBe(' Did you mean job.read?');
});
