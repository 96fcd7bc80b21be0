import { expect, test } from 'vitest';
import type { ReceivedResponse } from '../exchange/exchange.ts';
import { withEdits, withHeader, withJson } from './rewrite.ts';

const response: ReceivedResponse = {
  status: 200,
  headers: [
    ['content-length', '6'],
    ['X-A', 'b'],
  ],
  body: Buffer.from('abcdef'),
  arrivals: [
    { atMs: 1, length: 2 },
    { atMs: 5, length: 4 },
  ],
  headersAtMs: 0,
};
const text = ({ body }: ReceivedResponse) => Buffer.from(body).toString();

test('edits replace ranges, and what was left keeps the time at which it arrived', () => {
  const edited = withEdits(response, [
    { start: 1, end: 3, bytes: Buffer.from('XYZ'), atMs: 5 },
    { start: 5, end: 6, bytes: new Uint8Array(), atMs: 5 },
  ]);
  expect(text(edited)).toBe('aXYZde');
  expect(edited.arrivals).toEqual([
    { atMs: 1, length: 1 },
    { atMs: 5, length: 3 },
    { atMs: 5, length: 2 },
  ]);
  expect(edited.arrivals.reduce((sum, { length }) => sum + length, 0)).toBe(edited.body.length);
});

test('bytes that no arrival covers are kept', () => {
  expect(text(withEdits({ ...response, arrivals: [] }, []))).toBe('abcdef');
});

test('JSON takes the place of the body, and the content length follows', () => {
  const edited = withJson(response, { a: 1 });
  expect(text(edited)).toBe('{"a":1}');
  expect(edited.headers).toContainEqual(['Content-Length', '7']);
  expect(edited.arrivals).toEqual([{ atMs: 5, length: 7 }]);
});

test('a header has one value afterwards', () => {
  expect(withHeader(response, 'x-a', 'c').headers).toEqual([
    ['content-length', '6'],
    ['x-a', 'c'],
  ]);
});
