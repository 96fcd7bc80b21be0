import { expect, test } from 'vitest';
import { answered } from '../repair/answered.fixture.ts';
import { errorEnvelopeText } from '../repair/error-envelope-text.ts';
import { BreakCensus } from './break-census.ts';
import { fixesOf } from './fix.ts';

const [fix] = fixesOf([errorEnvelopeText]);
if (fix === undefined) throw new Error('there is a fix');
const census = () => new BreakCensus([errorEnvelopeText], { baseUrl: 'http://target', prefix: 'svc' });
const text = answered({ status: 404, body: { error: 'not here' } });
const whole = answered({ status: 400, body: { error: { code: 'invalid_request' } } });

test('says where a fix was needed among the answers that could need it, and shows one', () => {
  const seen = census();
  seen.take([text, whole, answered({ body: { id: 'c1' } })]);
  expect(seen.whereabouts(fix)).toEqual({ where: 'Seen in 404 errors; not in 400 errors.', example: text });
});

test('answers of other servers do not count', () => {
  const seen = census();
  seen.take([text, { ...whole, request: { ...whole.request, url: 'http://elsewhere/file' } }]);
  expect(seen.whereabouts(fix).where).toBeUndefined();
});

test('of the answers that need a fix it keeps one of each kind', () => {
  const seen = census();
  const elsewhere = answered({ status: 404, path: '/v1/models/m', body: { error: 'no model' } });
  seen.take([text, whole, answered({ status: 404, body: { error: 'nor here' } }), elsewhere]);
  expect(seen.samples()).toEqual([text, elsewhere]);
});

test('of a fix that was never needed nothing is said', () => {
  const seen = census();
  seen.take([whole]);
  expect(seen.whereabouts(fix)).toEqual({ where: undefined, example: undefined });
});
