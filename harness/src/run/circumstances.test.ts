import { expect, test } from 'vitest';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import { answered } from '../repair/answered.fixture.ts';
import { circumstancesOf, whereSeen } from './circumstances.ts';

const chunk = 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n';
const json = circumstancesOf(answered({ body: { id: 'c1' } }), []);
const stream = circumstancesOf(answered({ body: chunk }), []);
const failed = circumstancesOf(answered({ body: `${chunk}data: {"error":{}}\n\n` }), []);
const refused = (status: number, path?: string) =>
  circumstancesOf(answered({ status, body: {}, ...(path === undefined ? {} : { path }) }), []);

test('what was seen everywhere needs no words', () => {
  expect(whereSeen([json, stream], [])).toBeUndefined();
});

test('the first circumstance that separates seen from unseen is named', () => {
  expect(whereSeen([failed], [stream])).toBe('Seen in streams that fail; not in streams that succeed.');
  expect(whereSeen([refused(404)], [refused(400), refused(401)])).toBe(
    'Seen in 404 errors; not in 400 errors and 401 errors.',
  );
  expect(whereSeen([refused(502), refused(503)], [refused(400)])).toBe('Seen in 5xx errors; not in 4xx errors.');
  expect(whereSeen([refused(404)], [refused(404, '/v1/models/m')])).toBe(
    'Seen in answers of POST /v1/chat/completions; not in answers of GET /v1/models/{id}.',
  );
});

test('two circumstances together are said where no single one will do', () => {
  const seen = [refused(404)];
  const unseen = [refused(404, '/v1/models/m'), refused(400)];
  expect(whereSeen(seen, unseen)).toBe(
    'Seen in 404 errors, answers of POST /v1/chat/completions; not in 400 errors, answers of POST /v1/chat/completions and 404 errors, answers of GET /v1/models/{id}.',
  );
});

test('a break that no circumstance separates is seen in some answers', () => {
  expect(whereSeen([json, refused(404)], [json, refused(400)])).toBe(
    'Seen in 404 errors and some answers with status 200; not in 400 errors.',
  );
  expect(whereSeen([json], [json])).toBe('Seen only in some of these answers.');
});

test('requests for which several upstreams are called are a circumstance', () => {
  const exchange = answered({ body: chunk });
  const calls = [sketchExchange({}), sketchExchange({})].map((call) => ({ ...call, side: 'upstream' as const }));
  const during = calls.map((call) => ({ ...call, request: { ...call.request, atMs: exchange.request.atMs } }));
  expect(whereSeen([circumstancesOf(exchange, during)], [stream])).toBe(
    'Seen in requests for which several upstreams are called; not in other requests.',
  );
});
