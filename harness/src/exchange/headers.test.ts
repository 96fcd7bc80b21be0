import { expect, test } from 'vitest';
import { sketchExchange } from './exchange.fixture.ts';
import { headerOf, headersOf, mediaTypeOf, requestHeaderOf } from './headers.ts';

const exchange = sketchExchange({
  headers: [
    ['X-Twice', 'a'],
    ['content-TYPE', 'Application/JSON ; charset=utf-8'],
    ['x-twice', 'b'],
  ],
  requestHeaders: [['SVC-Event', 'job.failed']],
});

test('a header is found whatever its letter case, repeats in order', () => {
  expect(headersOf(exchange, 'x-TWICE')).toEqual(['a', 'b']);
  expect(headerOf(exchange, 'X-TWICE')).toBe('a');
  expect(headerOf(exchange, 'x-other')).toBeUndefined();
  expect(requestHeaderOf(exchange, 'svc-event')).toBe('job.failed');
});

test('the media type stands alone and in lower case', () => {
  expect(mediaTypeOf(exchange)).toBe('application/json');
  expect(mediaTypeOf(sketchExchange())).toBe('');
  expect(mediaTypeOf(sketchExchange({ status: 0 }))).toBe('');
});
