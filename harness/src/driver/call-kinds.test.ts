import { expect, test } from 'vitest';
import type { Exchange } from '../exchange/exchange.ts';
import { anExchange } from '../run/run-fixture.fixture.ts';
import { callKinds } from './call-kinds.ts';

const at = (id: string, atMs: number, endedAtMs: number, fields: Partial<Exchange>): Exchange => {
  const exchange = anExchange({ id, ...fields });
  return { ...exchange, request: { ...exchange.request, ...fields.request, atMs }, endedAtMs };
};
const call = (id: string, op: string, atMs: number, endedAtMs: number) =>
  at(id, atMs, endedAtMs, { side: 'driver', request: { ...anExchange().request, url: `driver:${op}` } });
const request = { ...anExchange().request, url: 'http://127.0.0.1:1/case12.3/v1/models' };

test('a call is known by its operation, and by the last answer that its client got meanwhile', () => {
  const exchanges = [
    call('x1', 'verify_webhook', 0, 5),
    call('x2', 'list_models', 10, 30),
    at('x3', 12, 14, { request, ending: 'cut' }),
    at('x4', 15, 20, { request, ending: 'cut' }),
  ];
  expect([...callKinds(exchanges)]).toEqual([
    ['x1', ['the call verify_webhook']],
    ['x2', ['the call list_models', 'the call list_models, whose GET /v1/models was answered 200 and then cut off']],
  ]);
});

test('a request that got no answer is named as well', () => {
  const { response: _none, ...silent } = at('x2', 1, 2, { request, ending: 'cut' });
  const kinds = callKinds([call('x1', 'get_model', 0, 3), silent as Exchange]);
  expect(kinds.get('x1')?.at(-1)).toBe('the call get_model, whose GET /v1/models was not answered');
});
