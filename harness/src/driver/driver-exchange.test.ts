import { expect, test } from 'vitest';
import { jsonOf } from '../exchange/json-of.ts';
import { driverExchange } from './driver-exchange.ts';

const call = { operation: 'verify_webhook', params: { body: '{}' }, idempotencyKey: undefined, atMs: 3 } as const;

test('the answer of a driver is the body of its exchange', () => {
  const exchange = driverExchange('x1', call, 5, { id: 7, ok: true, result: { valid: false } });
  expect(exchange).toMatchObject({ side: 'driver', ending: 'complete', request: { url: 'driver:verify_webhook' } });
  expect(jsonOf(exchange)).toMatchObject({ value: { ok: true, result: { valid: false } } });
});

test('a driver that is silent leaves an exchange without an answer', () => {
  const exchange = driverExchange('x1', { ...call, idempotencyKey: 'k1' }, 5);
  expect(exchange).toMatchObject({ ending: 'timeout', endedAtMs: 5 });
  expect(Buffer.from(exchange.request.body).toString()).toBe('{"params":{"body":"{}"},"idempotency_key":"k1"}');
});
