import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactHeaders, redactText, redactValue } from './redact.ts';

const plain = { names: serviceNames('svc'), secrets: [] };

test('of a key the last four characters stay', () => {
  expect(redactText('use sk-abcdefgh1234, not whsec_abcdefgh5678.', plain)).toBe('use sk-…1234, not whsec_…5678.');
  expect(redactText('/_files/a/b/0?expires=1&signature=00ff', plain)).toBe('/_files/a/b/0?expires=1&signature=…');
  expect(redactText('ask-me and risk-free stay', plain)).toBe('ask-me and risk-free stay');
});

test('a known secret is found whatever its shape', () => {
  expect(redactText('?key=tenant/one-secret', { ...plain, secrets: ['tenant/one-secret'] })).toBe('?key=…cret');
});

test('of headers that may carry secrets little or nothing stays', () => {
  const headers = {
    authorization: 'Bearer some-foreign-token-wxyz',
    cookie: 'session=1',
    'api-key': 'k',
    'x-tenant': 'acme:0123456789',
    'x-svc-metadata': 'enabled',
    'idempotency-key': 'order-number-17',
    'x-stainless-retry-count': '2',
    accept: '*/*',
  };
  expect(redactHeaders(headers, plain)).toEqual({
    ...headers,
    authorization: 'Bearer …wxyz',
    cookie: '…',
    'api-key': '…',
    'x-tenant': '…6789',
  });
  expect(redactHeaders({ authorization: 'sk-abcdefgh1234' }, plain)).toEqual({ authorization: 'sk-…1234' });
});

const secret = fc.stringMatching(/^[A-Za-z0-9/+=._-]{12,40}$/);
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/).map((word) => `x-own-${word}`);

test('no secret stays under any header name, nor a known one in any text', () => {
  fc.assert(
    fc.property(
      secret,
      name,
      fc.string({ maxLength: 40 }),
      fc.string({ maxLength: 40 }),
      (value, header, before, after) => {
        expect(redactHeaders({ [header]: value }, plain)[header]).not.toContain(value);
        const text = redactText(`${before}${value}${after}`, { ...plain, secrets: [value] });
        expect(text).not.toContain(value);
        expect(JSON.stringify(redactValue({ [value]: [value] }, { ...plain, secrets: [value] }))).not.toContain(value);
      },
    ),
  );
});

test('long texts, long lists and deep structures are cut', () => {
  expect(redactText('x'.repeat(700), plain)).toBe(`${'x'.repeat(500)}… (200 more characters)`);
  expect(
    redactValue(
      Array.from({ length: 60 }, () => 1),
      plain,
    ),
  ).toHaveLength(51);
  const wide = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [at, 1]));
  expect(Object.keys(redactValue(wide, plain) as object)).toHaveLength(51);
  let deep: unknown = 'end';
  for (let level = 0; level < 5_000; level += 1) deep = [deep];
  expect(JSON.stringify(redactValue(deep, plain)).length).toBeLessThan(100);
});
