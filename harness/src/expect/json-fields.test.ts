import { expect, test } from 'vitest';
import { fieldOf, fieldTypes, oneOf } from './json-fields.ts';

test.each([
  ['string', ['', 'a'], [1, null, undefined, {}, ['a']]],
  ['nonEmptyString', ['a'], ['', null]],
  ['number', [0, -1.5], ['1', null, true]],
  ['integer', [0, -1, JSON.parse('1.0'), JSON.parse('1e9')], [1.5, '1', null]],
  ['count', [0, 7], [-1, 0.5, '1']],
  ['boolean', [true, false], ['true', 0]],
  ['object', [{}], [[], null, 'x']],
  ['array', [[]], [{}, 'x']],
  ['objects', [[], [{}]], [[1], [null], [[]], {}]],
  ['strings', [[], ['a']], [['a', 1], 'a']],
  ['numbersByName', [{}, { images: 1 }], [{ images: '1' }, [1]]],
  [
    'dateTime',
    ['2026-11-21T02:35:10Z', '2026-11-21t02:35:10.123456z', '2026-11-21T02:35:10+05:30', '2026-12-31T23:59:60Z'],
    [
      '2026-11-21',
      '2026-11-21 02:35:10Z',
      '2026-11-21T02:35:10',
      '2026-13-01T00:00:00Z',
      '2026-01-01T24:00:00Z',
      1700000000,
      null,
    ],
  ],
] as const)('%s holds what it says and nothing else', (name, good, bad) => {
  const type = fieldTypes[name];
  expect(good.filter((value) => !type.holds(value))).toEqual([]);
  expect(bad.filter((value) => type.holds(value))).toEqual([]);
});

test('one of several words', () => {
  const type = oneOf(['queued', 'failed']);
  expect([type.holds('failed'), type.holds('done'), type.holds(null)]).toEqual([true, false, false]);
  expect(type.words).toBe('one of `queued`, `failed`');
});

test('only own fields are fields', () => {
  expect(fieldOf({ id: 1 }, 'id')).toBe(1);
  expect(fieldOf({}, 'constructor')).toBeUndefined();
});
