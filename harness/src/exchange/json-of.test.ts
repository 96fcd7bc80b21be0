import { expect, test } from 'vitest';
import { sketchExchange } from './exchange.fixture.ts';
import { oddIntegerSpelling, readJson } from './json.ts';
import { envelopeOf, jsonOf, objectOf, requestJsonOf } from './json-of.ts';

const why = (body: string | Uint8Array) => {
  const reading = jsonOf(sketchExchange({ body }));
  return reading.ok ? undefined : reading.why;
};

test('a body that is no JSON says why', () => {
  expect(why('')).toBe('the body is empty');
  expect(why(Uint8Array.of(0x22, 0xff, 0x22))).toBe('the body is not valid UTF-8');
  expect(why('<html>')).toContain('the body is not JSON');
  expect(jsonOf(sketchExchange({ status: 0 }))).toEqual({ ok: false, why: 'there is no response' });
});

test('a body is parsed once', () => {
  const exchange = sketchExchange({ body: { a: 1 } });
  expect(objectOf(exchange)).toEqual({ a: 1 });
  expect(objectOf(exchange)).toBe(objectOf(exchange));
});

test('only objects are objects, and only an error object makes an envelope', () => {
  expect(objectOf(sketchExchange({ body: [1] }))).toBeUndefined();
  expect(envelopeOf(sketchExchange({ body: { error: { code: 'x' } } }))).toEqual({ code: 'x' });
  expect(envelopeOf(sketchExchange({ body: { error: 'x' } }))).toBeUndefined();
  expect(envelopeOf(sketchExchange({ body: { error: null } }))).toBeUndefined();
});

test("a request's body is read the same way", () => {
  expect(requestJsonOf(sketchExchange({ requestBody: { stream: true } }))).toEqual({
    ok: true,
    value: { stream: true },
  });
});

test('integers in odd spellings are noted, strings that look like them are not', () => {
  const body = '{"a":1,"b":1.0,"c":[1e2,7],"d":1.5,"e":"1.0","f":{"g":2E0}}';
  const value = objectOf(sketchExchange({ body }));
  const at = (holder: unknown, key: string | number) => oddIntegerSpelling(holder as object, key);
  expect(value).toEqual({ a: 1, b: 1, c: [100, 7], d: 1.5, e: '1.0', f: { g: 2 } });
  expect(['a', 'b', 'd', 'e'].map((key) => at(value, key))).toEqual([undefined, '1.0', undefined, undefined]);
  expect([at(value?.c, 0), at(value?.c, 1), at(value?.f, 'g')]).toEqual(['1e2', undefined, '2E0']);
});

test('JSON that is nested too deep to be walked through is none', () => {
  const nested = (levels: number) => `${'[{"[[\\"":'.repeat(levels)}1${'}]'.repeat(levels)}`;
  expect(why(nested(250))).toBeUndefined();
  expect(why(nested(100_000))).toBe('the body is JSON nested more than 500 levels deep');
});

test.each([
  ['1.0', '1.0'],
  ['10.00', '10.00'],
  ['3E2', '3E2'],
  ['20e-1', '20e-1'],
  ['0.5', undefined],
  ['1.05', undefined],
  ['100', undefined],
])('%s alone in a body is spelled %s', (spelling, odd) => {
  const reading = readJson(Buffer.from(`{"a":${spelling}}`));
  expect(reading.ok && oddIntegerSpelling(reading.value as object, 'a')).toBe(odd);
});
