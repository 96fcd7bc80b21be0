import { expect, test } from 'vitest';
import { bodyPerturbations, concerns, stumblings, textPerturbations, valuePerturbations } from './perturbations.ts';

test.each([
  ['lost', 'a', ''],
  ['of the delivery before', 'a', 'b'],
  ['trimmed', ' a ', 'a'],
  ['cut at 8', '0123456789', '01234567'],
  ['HTML escaped', 'a<b', 'a&lt;b'],
  ['URL decoded', 'a+b%20c', 'a b c'],
  ['URL decoded', '%', '%'],
])('a text %s', (name, text, expected) => {
  expect(textPerturbations[name]?.(text, 'b')).toBe(expected);
});

test.each([
  ['re-serialised', '{"b": 1.0}', '{"b":1}'],
  ['re-serialised in order of keys', '{"b":1,"a":[{"d":1,"c":2}]}', '{"a":[{"c":2,"d":1}],"b":1}'],
  ['re-serialised in ASCII', '{"a":"é"}', '{"a":"\\u00e9"}'],
  ['re-serialised', 'no JSON', 'no JSON'],
  ['decoded as Latin-1', 'é', 'Ã©'],
])('a body %s', (name, body, expected) => {
  expect(bodyPerturbations[name]?.(Buffer.from(body)).toString()).toBe(expected);
});

test('a value keeps its type where an operator does not concern it', () => {
  expect(valuePerturbations.rounded?.('text', undefined, undefined)).toBe('text');
  expect(valuePerturbations['the first only']?.([1, 2], undefined, undefined)).toEqual([1]);
  expect(valuePerturbations['of the event before']?.('new', 'old', undefined)).toBe('old');
});

test('operators are drawn for fields of their type', () => {
  expect(concerns('rounded', 'a number')).toBe(true);
  expect(concerns('rounded', 'a string')).toBe(false);
  expect(concerns('trimmed', 'an object')).toBe(false);
  expect(concerns('lost', 'an object')).toBe(true);
});

test('a stumbling is about one value', () => {
  expect(stumblings.absent?.(undefined)).toBe(true);
  expect(stumblings['a time with an offset']?.('2026-01-01T00:00:00+02:00')).toBe(true);
  expect(stumblings['a time with an offset']?.('2026-01-01T00:00:00Z')).toBe(false);
});
