import { expect, test } from 'vitest';
import { Disturbed } from '../check/setup-failed.ts';
import { Violation } from '../check/violation.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { anExchange } from '../run/run-fixture.fixture.ts';
import { disturbanceBehind } from './disturbance-behind.ts';

const broken = new Violation({ expected: 'a', observed: 'b' });
const fine = anExchange();

function answered(status: number, fields: Parameters<typeof anExchange>[0] = {}) {
  const response = { status, headers: [], body: new Uint8Array(), arrivals: [], headersAtMs: 1 };
  return anExchange({ response, ...fields });
}

test.each([
  ['a lost connection', anExchange({ id: 'x2', ending: 'cut' }), undefined],
  ['an answer that did not come in time', anExchange({ id: 'x2', ending: 'timeout' }), undefined],
  ['a 429', answered(429, { id: 'x2' }), 429],
  ['a 503', answered(503, { id: 'x2' }), 503],
])('%s may be behind it', (_what, exchange, status) => {
  const found = disturbanceBehind(broken, [fine, exchange]);
  expect(found).toMatchObject({ exchange: 'x2', status, otherwise: broken });
});

test('nothing is behind it where every request was answered', () => {
  expect(disturbanceBehind(broken, [fine, answered(500)])).toBe(broken);
});

test('what the check found itself comes first', () => {
  const found = new Disturbed('lost', { exchange: 'x9', otherwise: broken });
  expect(disturbanceBehind(found, [answered(429)])).toBe(found);
});

test('a lost delivery or call of an endpoint is not the target’s', () => {
  expect(disturbanceBehind(broken, [anExchange({ side: 'upstream', ending: 'cut' })])).toBe(broken);
});

test.each([
  ['sets a limit', [answered(429)], true],
  ['has an endpoint with a limit', [answered(503), answered(429, { side: 'upstream' })], false],
])('a case that %s is not disturbed by one', (_what, exchanges, limitsExpected) => {
  expect(disturbanceBehind(broken, exchanges, { limitsExpected })).toBe(broken);
  const found = new Disturbed('429', { exchange: 'x0', otherwise: broken, status: 429, retryAfterMs: 60_000 });
  expect(disturbanceBehind(found, exchanges, { limitsExpected })).toMatchObject({ status: undefined, retryAfterMs: 0 });
});

/** A request that was under way from `atMs` to `endedAtMs`. Default of the path: a chat. */
function during(exchange: Exchange, atMs: number, endedAtMs: number, path = '/v1/chat/completions'): Exchange {
  return {
    ...exchange,
    request: { ...exchange.request, method: 'POST', url: `http://target${path}`, atMs },
    endedAtMs,
  };
}

test('a 503 to a request that reached an endpoint is the target’s answer', () => {
  const refused = during(answered(503, { id: 'x2' }), 100, 200);
  const call = during(answered(500, { id: 'x3', side: 'upstream' }), 150, 160);
  const found = new Disturbed('503', { exchange: 'x2', otherwise: broken, status: 503 });
  for (const trouble of [broken, found]) expect(disturbanceBehind(trouble, [refused, call])).toBe(broken);
  const earlier = during(call, 50, 60);
  for (const trouble of [broken, found]) {
    expect(disturbanceBehind(trouble, [earlier, refused])).toBeInstanceOf(Disturbed);
  }
});

test('a call of an endpoint beside two requests may be of either', () => {
  const refused = during(answered(503, { id: 'x2' }), 100, 200);
  const call = during(answered(200, { id: 'x3', side: 'upstream' }), 150, 160);
  const other = during(answered(200, { id: 'x4' }), 110, 190);
  expect(disturbanceBehind(broken, [refused, call, other])).toBeInstanceOf(Disturbed);
});

test.each([
  ['an accepted submission', '/v1/images/generations', '/v1/images/generations', 202],
  ['an accepted submission, a chat being refused', '/v1/images/generations', '/v1/chat/completions', 202],
  ['a submission, a cancel being refused', '/v1/images/generations', '/v1/jobs/job_1/cancel', 500],
])('a call of an endpoint may be that of %s', (_what, first, refusedPath, status) => {
  const submission = during(answered(status, { id: 'x1' }), 0, 50, first);
  const refused = during(answered(503, { id: 'x2' }), 100, 200, refusedPath);
  const call = during(answered(200, { id: 'x3', side: 'upstream' }), 150, 160, '/v1/images/generations');
  expect(disturbanceBehind(broken, [submission, refused, call])).toBeInstanceOf(Disturbed);
});

test('a call of an endpoint may be that of a request which is still under way', () => {
  const refused = during(answered(503, { id: 'x2' }), 100, 200);
  const call = during(answered(200, { id: 'x3', side: 'upstream' }), 150, 160);
  expect(disturbanceBehind(broken, [refused, call], { isUnderWay: true })).toBeInstanceOf(Disturbed);
});

test('a request that was sent again is not behind it', () => {
  const refused = answered(429, { id: 'x2' });
  expect(disturbanceBehind(broken, [refused, fine], { superseded: new Set(['x2']) })).toBe(broken);
});

test('a chat that reached its endpoint is answered by the target, whatever job was accepted before', () => {
  const submission = during(answered(202, { id: 'x1' }), 0, 50, '/v1/images/generations');
  const refused = during(answered(503, { id: 'x2' }), 100, 200);
  const call = during(answered(500, { id: 'x3', side: 'upstream' }), 150, 160);
  expect(disturbanceBehind(broken, [submission, refused, call])).toBe(broken);
});
