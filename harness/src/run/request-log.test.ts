import { expect, test } from 'vitest';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { RequestLog } from './request-log.ts';
import { anExchange } from './run-fixture.fixture.ts';

let ids = 0;

function answered(status: number, fields: Partial<Exchange> = {}): Exchange {
  ids += 1;
  const response = { status, headers: [], body: new Uint8Array(), arrivals: [], headersAtMs: 1 };
  return anExchange({ id: `x${ids}`, response, ...fields });
}

function logged(kind: string, exchanges: readonly Exchange[], log = new RequestLog()) {
  const kinds = new Map(exchanges.map(({ id }) => [id, [kind]]));
  log.take({ exchanges, kinds });
  return { log, kinds, last: exchanges.at(-1) };
}

const six = (status: number) => Array.from({ length: 6 }, () => answered(status));

test('what all requests of a kind have met with is lasting, once it was proved', () => {
  const { log, kinds, last } = logged('GET /a', six(503));
  expect(log.isLasting(last, kinds)).toBe(false);
  log.prove(last, kinds);
  expect(log.isLasting(last, kinds)).toBe(true);
});

test('what other requests of the kind did not meet with is not', () => {
  const { log, kinds, last } = logged('GET /a', [...six(503), answered(200), answered(503)]);
  log.prove(last, kinds);
  expect(log.isLasting(last, kinds)).toBe(false);
  const mixed = logged('GET /b', [...six(503), answered(429), answered(503)], log);
  log.prove(mixed.last, mixed.kinds);
  expect(log.isLasting(mixed.last, mixed.kinds)).toBe(false);
});

test('one kind says nothing of another, and few requests nothing at all', () => {
  const { log, kinds, last } = logged('GET /a', six(503));
  log.prove(last, kinds);
  const other = logged('GET /b', [answered(503)], log);
  log.prove(other.last, other.kinds);
  expect(log.isLasting(other.last, other.kinds)).toBe(false);
});

test('requests that got no connection, or that the harness closed, show nothing of their kind', () => {
  const { log } = logged('GET /a', [answered(200, { ending: 'refused' }), answered(200, { ending: 'closed' })]);
  expect([log.served('GET /a'), log.requests]).toEqual([0, 2]);
});

test('a case is given three times what requests usually take', () => {
  const taking = (ms: number) => answered(200, { endedAtMs: ms });
  const { log } = logged('GET /a', [taking(2_000), taking(2_100), taking(90_000)]);
  expect(log.patienceMs).toBe(6_300);
  expect(new RequestLog().patienceMs).toBe(0);
});

test('what one kind has always met with is lasting for the more special ones too', () => {
  const log = new RequestLog();
  const exchanges = six(503);
  const kinds = new Map(exchanges.map(({ id }, index) => [id, ['GET /a', `GET /a ${index}`]]));
  log.take({ exchanges, kinds });
  log.prove(exchanges[0], kinds);
  expect(log.isLasting(exchanges[5], kinds)).toBe(true);
  expect(log.lasting()).toEqual([{ kind: 'GET /a', trouble: '503' }]);
  expect(log.kindsOf(exchanges[5]?.id ?? '')).toEqual(['GET /a', 'GET /a 5']);
});

test('a route that any request was served of is remembered, whatever its kind', () => {
  const { log } = logged('GET /a', [answered(503)]);
  expect(log.hasAccepted('models')).toBe(false);
  log.take({ exchanges: [sketchExchange({ path: '/v1/models', status: 200 })], kinds: new Map() });
  expect([log.hasAccepted('models'), log.hasAccepted('chat')]).toEqual([true, false]);
});
