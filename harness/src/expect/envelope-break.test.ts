import { expect, test } from 'vitest';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import { envelopeBreak } from './envelope-break.ts';

const error = { code: 'a', message: 'b', kind: 'terminal', scope: null, type: 'c', param: null };
const breakOf = (body: unknown) => envelopeBreak(sketchExchange({ status: 400, body }));

test('an error with all that every error has breaks nothing, whatever else it has', () => {
  expect(breakOf({ error })).toBeUndefined();
  expect(breakOf({ error: { ...error, request_id: 'req_1' } })).toBeUndefined();
});

test.each(Object.keys(error))('an error without %s breaks the rule of that field', (field) => {
  const rest = Object.fromEntries(Object.entries(error).filter(([name]) => name !== field));
  expect(breakOf({ error: rest })).toBe(`error.envelope.${field}-present`);
});

test.each([
  ['no JSON', 'oops', 'error.envelope.object'],
  ['a text', { error: 'oops' }, 'error.envelope.object'],
  [
    'an error of another API',
    { type: 'error', error: { type: 'api_error', message: 'oops' } },
    'error.envelope.code-present',
  ],
  ['something beside the error', { error, ok: false }, 'error.envelope.only-error'],
])('%s is not the envelope', (_what, body, rule) => {
  expect(breakOf(body)).toBe(rule);
});
