import { expect, test } from 'vitest';
import { collectHeader, readHeaders } from './given-header.ts';

test('headers are collected in order, with the variable that stands for each value', () => {
  const first = collectHeader('x-tenant: blue');
  expect(collectHeader('X-Config:{"a": "b: c"} ', first)).toEqual([
    { name: 'x-tenant', value: 'blue', variable: 'GATEPROOF_HEADER_X_TENANT' },
    { name: 'X-Config', value: '{"a": "b: c"}', variable: 'GATEPROOF_HEADER_X_CONFIG' },
  ]);
});

test('a value may stand in the environment', () => {
  const given = collectHeader('x-api: $ACME_TOKEN', collectHeader('x-tenant: blue'));
  const { headers, secretNames } = readHeaders(given, { ACME_TOKEN: 's3cret' });
  expect(headers).toEqual([
    ['x-tenant', 'blue'],
    ['x-api', 's3cret'],
  ]);
  expect([...secretNames]).toEqual([['s3cret', 'ACME_TOKEN']]);
  expect(() => readHeaders(given, {})).toThrow('the environment variable ACME_TOKEN is not set');
});

test.each([
  ['x-tenant', "It takes 'NAME: VALUE'."],
  ['x tenant: blue', "It takes 'NAME: VALUE'."],
  ['x-tenant: blue\r\nx-more: 1', "It takes 'NAME: VALUE'."],
  ['authorization: Bearer sk-1', 'The key goes with --key.'],
])('%j is refused', (line, message) => {
  expect(() => collectHeader(line)).toThrow(message);
});
