import { expect, test } from 'vitest';
import { operators } from './operators.ts';

const sources = { parent: {}, name: 'a', before: undefined, other: undefined, attempt: 1 };
const by = (name: string, value: unknown, more: Partial<typeof sources> = {}) =>
  operators[name]?.apply(value, { ...sources, ...more });

test('a leaf operator changes the texts of a whole value, and leaves its shape', () => {
  expect(by('case', { a: ['x', { b: 'Y' }], n: 1 })).toEqual({ a: ['X', { b: 'y' }], n: 1 });
  expect(by('text', [1, true, 'x', null])).toEqual(['1', 'true', 'x', null]);
});

test('an empty value keeps its shape', () => {
  expect([by('empty', 'x'), by('empty', [1]), by('empty', { a: 1 })]).toEqual(['', [], {}]);
});

test('what came before takes the place of a value only where something came', () => {
  expect(by('before', 'now', { before: 'then' as never })).toBe('then');
  expect(by('before', 'now')).toBe('now');
});

test('the neighbour is another field of the same shape', () => {
  expect(by('neighbour', 1, { parent: { a: 1, b: 'x', c: 2 } })).toBe(2);
  expect(by('neighbour', 1, { parent: { a: 1, b: 'x' } })).toBe(1);
});

test('a field of some tries alone is left out of the others', () => {
  expect([by('first-try', 'k'), by('first-try', 'k', { attempt: 2 })]).toEqual(['k', undefined]);
  expect([by('retry-only', 'k'), by('retry-only', 'k', { attempt: 2 })]).toEqual([undefined, 'k']);
});
