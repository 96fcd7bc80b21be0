import { expect, test } from 'vitest';
import { type ExchangeSketch, sketchExchange } from './exchange.fixture.ts';
import { UnreadBodies } from './unread-bodies.ts';

const refused = sketchExchange({ path: '/v1/chat/completions', requestBody: { a: 1 }, status: 405 });
const garbage = sketchExchange({ status: 501, body: 'Unsupported method' });

test('an error without a code of the contract, behind a refused request with a body, is suspected', () => {
  expect(new UnreadBodies().maySpoil(refused, garbage)).toBe(true);
  expect(new UnreadBodies().maySpoil(refused, sketchExchange({ status: 0, ending: 'malformed' }))).toBe(true);
});

test.each<[string, ExchangeSketch, ExchangeSketch]>([
  ['a request that was served', { requestBody: { a: 1 }, status: 200 }, { status: 501 }],
  ['a request without a body', { status: 401 }, { status: 501 }],
  ['a refusal, where the next is served', { requestBody: { a: 1 }, status: 401 }, { status: 200 }],
  [
    'a refusal, where the next is refused with a code',
    { requestBody: { a: 1 }, status: 401 },
    { status: 400, body: { error: { code: 'invalid_request' } } },
  ],
])('nothing is suspected behind %s', (_what, before, next) => {
  expect(new UnreadBodies().maySpoil(sketchExchange(before), sketchExchange(next))).toBe(false);
});

test('a refusal whose body is read is suspected twice, and then no more', () => {
  const bodies = new UnreadBodies();
  const times = [1, 2, 3].map(() => bodies.maySpoil(refused, garbage));
  expect(times).toEqual([true, true, false]);
});

test('what is answered otherwise alone was misread, and the first such request is kept', () => {
  const bodies = new UnreadBodies();
  expect(bodies.isMisread({ refused, misread: garbage, alone: sketchExchange({ status: 501 }) })).toBe(false);
  expect(bodies.isMisread({ refused, misread: garbage, alone: sketchExchange({ status: 0 }) })).toBe(false);
  expect(bodies.found).toBeUndefined();
  const seen = { refused, misread: garbage, alone: sketchExchange({ status: 200 }) };
  expect(bodies.isMisread(seen)).toBe(true);
  expect(bodies.isMisread({ ...seen, alone: sketchExchange({ status: 404 }) })).toBe(true);
  expect(bodies.found).toBe(seen);
});
