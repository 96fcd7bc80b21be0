import { expect, test } from 'vitest';
import { redactHeaders, redactText, redactValue } from './redact.ts';

test('of a key the last four characters stay', () => {
  expect(redactText('use sk-abcdefgh1234, not whsec_abcdefgh5678.')).toBe('use sk-…1234, not whsec_…5678.');
  expect(redactText('/_files/a/b/0?expires=1&signature=00ff')).toBe('/_files/a/b/0?expires=1&signature=…');
  expect(redactText('ask-me and risk-free stay')).toBe('ask-me and risk-free stay');
});

test('of headers that carry secrets little or nothing stays', () => {
  const headers = {
    authorization: 'Bearer some-foreign-token-wxyz',
    cookie: 'session=1',
    'x-api-key': 'k',
    accept: '*/*',
  };
  expect(redactHeaders(headers)).toEqual({
    authorization: 'Bearer …wxyz',
    cookie: '…',
    'x-api-key': '…',
    accept: '*/*',
  });
  expect(redactHeaders({ authorization: 'sk-abcdefgh1234' })).toEqual({ authorization: 'sk-…1234' });
});

test('long texts, long lists and deep structures are cut', () => {
  expect(redactText('x'.repeat(700))).toBe(`${'x'.repeat(500)}… (200 more characters)`);
  expect(redactValue(Array.from({ length: 60 }, () => 1))).toHaveLength(51);
  expect(
    Object.keys(redactValue(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [at, 1]))) as object),
  ).toHaveLength(51);
  let deep: unknown = 'end';
  for (let level = 0; level < 5_000; level += 1) deep = [deep];
  expect(JSON.stringify(redactValue(deep)).length).toBeLessThan(100);
});
