import { expect, test } from 'vitest';
import { Disturbed } from '../check/setup-failed.ts';
import { Violation } from '../check/violation.ts';
import { anExchange } from '../run/run-fixture.fixture.ts';
import { disturbanceBehind } from './disturbance-behind.ts';

const broken = new Violation({ expected: 'a', observed: 'b' });
const fine = anExchange();

function answered(status: number, fields: Parameters<typeof anExchange>[0] = {}) {
  const response = { status, headers: [], body: new Uint8Array(), arrivals: [], headersAtMs: 1 };
  return anExchange({ response, ...fields });
}

test.each([
  ['a lost connection', anExchange({ id: 'x2', ending: 'cut' }), false],
  ['an answer that did not come in time', anExchange({ id: 'x2', ending: 'timeout' }), false],
  ['a 429', answered(429, { id: 'x2' }), true],
  ['a 503', answered(503, { id: 'x2' }), true],
])('%s may be behind it', (_what, exchange, isLimit) => {
  const found = disturbanceBehind(broken, [fine, exchange], false);
  expect(found).toMatchObject({ exchange: 'x2', isLimit, otherwise: broken });
});

test('nothing is behind it where every request was answered', () => {
  expect(disturbanceBehind(broken, [fine, answered(500)], false)).toBeUndefined();
});

test('what the check found itself comes first', () => {
  const found = new Disturbed('lost', { exchange: 'x9', otherwise: broken });
  expect(disturbanceBehind(found, [answered(429)], false)).toBe(found);
});

test('a lost delivery or call of an endpoint is not the target’s', () => {
  expect(disturbanceBehind(broken, [anExchange({ side: 'upstream', ending: 'cut' })], false)).toBeUndefined();
});

test.each([
  ['sets a limit', [answered(429)], true],
  ['has an endpoint with a limit', [answered(503), answered(429, { side: 'upstream' })], false],
])('a case that %s is not disturbed by one', (_what, exchanges, limitsExpected) => {
  expect(disturbanceBehind(broken, exchanges, limitsExpected)).toBeUndefined();
  const found = new Disturbed('429', { exchange: 'x1', otherwise: broken, isLimit: true, retryAfterMs: 60_000 });
  expect(disturbanceBehind(found, exchanges, limitsExpected)).toMatchObject({ isLimit: false, retryAfterMs: 0 });
});
