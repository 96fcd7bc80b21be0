import { expect, test } from 'vitest';
import { acceptsCoding, codingsIn } from './content-coding.ts';

test.each([
  ['', []],
  ['gzip', ['gzip']],
  ['Identity', []],
  ['X-GZIP', ['gzip']],
  ['gzip, identity , br', ['gzip', 'br']],
])('Content-Encoding: %s names %j', (value, codings) => {
  expect(codingsIn([['content-ENCODING', value]])).toEqual(codings);
});

test.each([
  ['gzip', 'gzip', true],
  ['identity', 'gzip', false],
  ['', 'gzip', false],
  ['gzip, deflate, br', 'br', true],
  ['gzip;q=0, br', 'gzip', false],
  ['br;q=1.0, *;q=0.1', 'zstd', true],
  ['*;q=0', 'gzip', false],
  ['x-gzip', 'gzip', true],
])('Accept-Encoding: %s, %s: %j', (value, coding, isAccepted) => {
  expect(acceptsCoding([['Accept-Encoding', value]], coding)).toBe(isAccepted);
});

test('a request that does not say what it accepts accepts any coding', () => {
  expect(acceptsCoding([['Accept', '*/*']], 'br')).toBe(true);
});
