import { expect, test } from 'vitest';
import { answered, names } from './answered.fixture.ts';
import { errorUnderSuccess } from './error-under-success.ts';

const statusOf = (body: unknown, status = 200) => errorUnderSuccess.mend(answered({ status, body }), names)?.status;

test.each([
  ['its code', { error: { code: 'rate_limited' } }, 429],
  ['a number', { error: { code: 503 } }, 503],
  ['its type', { error: { type: 'invalid_request_error', code: null } }, 400],
  ['nothing', { error: 'the upstream failed' }, 502],
])('an error under 200 gets the status of %s', (_what, body, status) => {
  expect(statusOf(body)).toBe(status);
});

test.each([
  ['a completion', { id: 'c1', choices: [], error: {} }],
  ['a job that failed', { id: 'j1', state: 'failed', error: { code: 'provider_unavailable' } }],
  ['a body without an error', { object: 'list', data: [] }],
  ['an error that is null', { error: null }],
])('%s is left as it is', (_what, body) => {
  expect(statusOf(body)).toBeUndefined();
});

test('an error under its own status is left as it is', () => {
  expect(statusOf({ error: { code: 'rate_limited' } }, 400)).toBeUndefined();
});
