import { expect, test } from 'vitest';
import { anExchange } from '../run/run-fixture.fixture.ts';
import { allRepairs } from './all-repairs.ts';
import { answered } from './answered.fixture.ts';
import { mend } from './mend.ts';

const target = { baseUrl: 'http://target', prefix: 'svc' };
const exchange = answered({ status: 422, type: 'text/plain', body: { detail: 'no model' } });

test('each repair sees what the ones before it mended, and what was received stays beside it', () => {
  const mended = mend(exchange, allRepairs, target);
  expect(mended.repaired).toEqual({
    received: exchange.response,
    repairs: ['status-unprocessable', 'error-envelope-flat', 'content-type-json'],
  });
  expect(mended.response).toMatchObject({ status: 400, headers: [['Content-Type', 'application/json']] });
});

test('what has the contract shape, comes from elsewhere or has no answer is left as it is', () => {
  const { response: _, ...unanswered } = anExchange({ ending: 'cut' });
  const elsewhere = { ...exchange, request: { ...exchange.request, url: 'http://files/v1/chat/completions' } };
  const upstream = { ...exchange, side: 'upstream' as const };
  for (const one of [unanswered, elsewhere, upstream]) expect(mend(one, allRepairs, target)).toBe(one);
});
