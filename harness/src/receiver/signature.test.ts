import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeV1, matchingPlaces, parseSignature } from './signature.ts';

const body = Buffer.from('{"id":"evt_1","n":1.0}');

test('the signature is the HMAC of timestamp, dot and exact bytes', () => {
  // printf '1700000000.{"id":"evt_1","n":1.0}' | openssl dgst -sha256 -hmac whsec_test
  expect(computeV1('whsec_test', '1700000000', body)).toBe(
    'dfef9ac00cc66c0459a9e6003600930257847e462bd569907e22baabde8e8168',
  );
});

test('a plain header is read without notes', () => {
  expect(parseSignature('t=1700000000,v1=ab,v1=CD')).toEqual({
    ok: true,
    value: { timestamp: '1700000000', v1: ['ab', 'CD'], others: [], notes: [] },
  });
});

test.each([
  ['t=1, v1=a', ['blanks']],
  ['v1=a,t=1', ['timestamp-not-first']],
  ['t=1,v0=x,v1=a,kid=7', ['other-elements']],
  ['t=1,t=2,v1=a', ['several-timestamps']],
])('%s is read with notes', (header, notes) => {
  expect(parseSignature(header)).toMatchObject({ ok: true, value: { timestamp: '1', v1: ['a'], notes } });
});

test.each([
  [undefined, 'there is no signature header'],
  ['', '"" is not name=value'],
  ['t=1', 'there is no v1 element'],
  ['v1=a', 'there is no t element'],
  ['t=1.5,v1=a', 't is "1.5", not a number of seconds'],
  ['t=1;v1=a', 't is "1;v1=a", not a number of seconds'],
  ['t=1,v1=a,', '"" is not name=value'],
])('%s is refused', (header, why) => {
  expect(parseSignature(header)).toEqual({ ok: false, why });
});

test('each secret is found wherever its signature stands, and only then', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.nat(), fc.boolean(), (bytes, time, newFirst) => {
      const timestamp = String(time);
      const pair = [computeV1('new', timestamp, bytes), computeV1('old', timestamp, bytes)];
      const parsed = parseSignature(`t=${timestamp},v1=${(newFirst ? pair : pair.reverse()).join(',v1=')}`);
      if (!parsed.ok) throw new Error(parsed.why);
      const [atNew, atOld] = newFirst ? [0, 1] : [1, 0];
      expect(matchingPlaces(parsed.value, bytes, ['new', 'old', 'other'])).toEqual([[atNew], [atOld], []]);
      expect(matchingPlaces(parsed.value, Buffer.concat([bytes, Uint8Array.of(0)]), ['new', 'old'])).toEqual([[], []]);
      expect(matchingPlaces({ ...parsed.value, timestamp: `${timestamp}0` }, bytes, ['new'])).toEqual([[]]);
    }),
  );
});

test('upper-case hexadecimal is no match', () => {
  const value = { timestamp: '1', v1: [computeV1('s', '1', body).toUpperCase()], others: [], notes: [] };
  expect(matchingPlaces(value, body, ['s'])).toEqual([[]]);
});
