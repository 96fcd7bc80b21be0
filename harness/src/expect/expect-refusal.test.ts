import { expect, test } from 'vitest';
import { Disturbed } from '../check/setup-failed.ts';
import { Caution } from '../check/violation.ts';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import { expectAnyRefusal, expectRefusal } from './expect-refusal.ts';
import { statingWorld } from './stating-world.fixture.ts';

const refusal = (status: number, code: unknown, message: unknown = 'models[5] is one too many') =>
  sketchExchange({ status, body: { error: { code, message, extra: 1 }, sibling: 1 } });
const { world } = statingWorld();

test('status and code of one row are a refusal, whatever else the envelope holds', () => {
  expect(expectRefusal(world, refusal(400, 'invalid_request'), 'invalid_request')).toMatchObject({ extra: 1 });
});

test.each([
  ['another status', refusal(422, 'invalid_request'), '422 invalid_request'],
  ['another code', refusal(400, 'policy_conflict'), '400 policy_conflict'],
  ['a row of another code', refusal(404, 'job_not_found'), '404 job_not_found'],
  ['a success', sketchExchange({ body: { id: 1 } }), '200 with {"id":1}'],
  ['a failure without the envelope', sketchExchange({ status: 500, body: '<html>' }), '500 with 6 bytes'],
])('%s is not', (_, exchange, observed) => {
  expect(() => expectRefusal(world, exchange, 'invalid_request')).toThrow(
    `expected a refusal with 400 invalid_request; observed ${observed}`,
  );
});

test.each([
  ['a page', sketchExchange({ status: 400, body: '<html>' }), 'error.envelope.object'],
  ['an error that is a string', sketchExchange({ status: 400, body: { error: 'no' } }), 'error.envelope.object'],
  ['an error whose code is null', refusal(400, null), 'error.envelope.code-present'],
])('%s under the right status leaves the refusal undecided', (_, exchange, prerequisite) => {
  expect(() => expectRefusal(world, exchange, 'invalid_request')).toThrow(expect.objectContaining({ prerequisite }));
});

test('a code that a freedom warns about is cautioned', () => {
  const tolerated = ['upstream_timeout'] as const;
  const late = refusal(504, 'upstream_timeout');
  expect(() => expectAnyRefusal(world, late, ['provider_unavailable'], { tolerated })).toThrow(Caution);
  expect(() => expectAnyRefusal(world, late, ['provider_unavailable'])).toThrow('expected a refusal with 502');
});

test('a code that a freedom warns about is cautioned in a stream too', () => {
  const inStream = sketchExchange({
    body: ': waiting\n\ndata: {"error":{"code":"upstream_timeout","message":"late"}}\n\ndata: [DONE]\n\n',
  });
  expect(() =>
    expectAnyRefusal(world, inStream, ['provider_unavailable'], { tolerated: ['upstream_timeout'] }),
  ).toThrow(Caution);
  expect(() => expectAnyRefusal(world, inStream, ['provider_unavailable'])).toThrow('expected a refusal with 502');
});

test('any of several codes will do, each under its own status', () => {
  const codes = ['invalid_request', 'no_endpoint_available'] as const;
  expect(expectAnyRefusal(world, refusal(404, 'no_endpoint_available'), codes).code).toBe('no_endpoint_available');
  expect(() => expectAnyRefusal(world, refusal(400, 'no_endpoint_available'), codes)).toThrow(
    'a refusal with 400 invalid_request or 404 no_endpoint_available',
  );
});

test('the message names one of the fields', () => {
  const exchange = refusal(400, 'invalid_request');
  expectRefusal(world, exchange, 'invalid_request', { naming: ['stream', 'models'] });
  expect(() => expectRefusal(world, exchange, 'invalid_request', { naming: ['stream', 'tools'] })).toThrow(
    'expected a message that names `stream` or `tools`; observed the message "models[5] is one too many"',
  );
  expect(() =>
    expectRefusal(world, refusal(400, 'invalid_request', null), 'invalid_request', { naming: ['model'] }),
  ).toThrow('null');
});

test('an unasked 429 is a disturbance with the time to wait; an asked one is judged', () => {
  const busy = sketchExchange({
    status: 429,
    body: { error: { code: 'rate_limited', message: '' } },
    headers: [['Retry-After', '2']],
  });
  expect(() => expectRefusal(world, busy, 'invalid_request')).toThrow(Disturbed);
  expect.assertions(4);
  try {
    expectRefusal(world, busy, 'invalid_request');
  } catch (error) {
    expect(error).toMatchObject({ retryAfterMs: 2000, otherwise: { name: 'Violation' } });
  }
  expect(expectRefusal(world, busy, 'rate_limited').code).toBe('rate_limited');
  expect(() => expectRefusal(world, refusal(429, 'too_many'), 'rate_limited')).toThrow(
    'expected a refusal with 429 rate_limited',
  );
});

test('a code that a stream sent after comments alone is a caution', () => {
  const body = `: waiting\n\ndata: {"error":{"code":"provider_unavailable"}}\n\ndata: [DONE]\n\n`;
  const exchange = sketchExchange({ body, headers: [['Content-Type', 'text/event-stream']] });
  expect(() => expectRefusal(world, exchange, 'provider_unavailable')).toThrow(Caution);
  expect(() => expectRefusal(world, exchange, 'invalid_request')).toThrow('expected a refusal with 400');
});
