import { expect, test } from 'vitest';
import { Disturbed, SetupFailed } from '../check/setup-failed.ts';
import { Caution, Violation } from '../check/violation.ts';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import { controlAnswer } from './control-answer.ts';
import { expectAnswer, expectEnvelope, expectObject, expectStatus } from './expect-answer.ts';
import { caution, controlThat, expectThat } from './expect-that.ts';
import { statingWorld } from './stating-world.fixture.ts';

const { world } = statingWorld();

test('any whole answer is an answer', () => {
  expect(expectAnswer(world, sketchExchange({ status: 500, body: 'x' })).status).toBe(500);
  expect(expectAnswer(world, sketchExchange({ status: 503 }), [503]).status).toBe(503);
});

test.each([
  ['nothing', sketchExchange({ status: 0, ending: 'timeout' })],
  ['half an answer', sketchExchange({ ending: 'cut' })],
  ['an unasked 503', sketchExchange({ status: 503 })],
])('%s is a disturbance', (_, exchange) => {
  expect(() => expectAnswer(world, exchange)).toThrow(Disturbed);
});

test.each([
  ['an answer that is not HTTP', sketchExchange({ status: 0, ending: 'malformed', trouble: 'Parse Error' })],
  ['an endless answer', sketchExchange({ ending: 'too-large' })],
])('%s is a violation', (_, exchange) => {
  expect(() => expectAnswer(world, exchange)).toThrow(Violation);
});

test('an answer that a case needs is returned, and is no break of any rule where it does not come', () => {
  expect(controlAnswer(sketchExchange({ status: 500, body: 'x' })).status).toBe(500);
  expect(controlAnswer(sketchExchange({ status: 429 }), [429]).status).toBe(429);
  const cut = sketchExchange({ ending: 'cut' });
  expect(() => controlAnswer(cut)).toThrow(expect.objectContaining({ otherwise: expect.any(SetupFailed) }));
  const odd = sketchExchange({ status: 0, ending: 'malformed', trouble: 'Parse Error' });
  expect(() => controlAnswer(odd, [], 'area.basic')).toThrow(expect.objectContaining({ prerequisite: 'area.basic' }));
});

test('a status is one of those wanted', () => {
  expect(expectStatus(world, sketchExchange({ status: 202 }), [200, 202]).status).toBe(202);
  expect(() => expectStatus(world, sketchExchange({ status: 201, body: { a: 1 } }), [200, 202])).toThrow(
    'expected status 200 or 202; observed 201 with {"a":1}',
  );
  expect(expectStatus(world, sketchExchange({ status: 429 }), 429).status).toBe(429);
  expect(() => expectStatus(world, sketchExchange({ status: 429 }), 409)).toThrow(Disturbed);
});

test('an object is read, anything else says why not', () => {
  expect(expectObject(world, sketchExchange({ body: { a: 1 } }))).toEqual({ a: 1 });
  expect(() => expectObject(world, sketchExchange({ body: '{' }))).toThrow(/the body is not JSON/);
  expect(() => expectObject(world, sketchExchange({ body: [] }))).toThrow('observed 200 with []');
});

test('an envelope is read whatever its code', () => {
  expect(expectEnvelope(world, sketchExchange({ status: 409, body: { error: { code: 'job_finished' } } })).code).toBe(
    'job_finished',
  );
  expect(() => expectEnvelope(world, sketchExchange({ status: 409, body: { message: 'no' } }))).toThrow(Violation);
});

test('a statement holds or breaks, and counts either way', () => {
  const stating = statingWorld();
  expectThat(stating.world, true, { expected: 'a', observed: 'b' });
  expect(() => expectThat(stating.world, false, { expected: 'a', observed: 'b' })).toThrow('expected a; observed b');
  expect(() => caution(stating.world, { expected: 'a', observed: 'b' })).toThrow(Caution);
  expect(stating.statements()).toBe(3);
});

test('a control that does not hold names its prerequisite', () => {
  controlThat(true, 'the job is queued');
  expect(() => controlThat(false, 'the job is queued', 'media.create.image')).toThrow(
    expect.objectContaining({ name: 'SetupFailed', prerequisite: 'media.create.image' }),
  );
});
