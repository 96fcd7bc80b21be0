import { expect, test } from 'vitest';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import { createRedactor } from '../exchange/redact.ts';
import { toRecord } from './to-record.ts';

const plain = (text: string) => text;

test('a record keeps what was exchanged', () => {
  const record = toRecord(
    sketchExchange({
      status: 404,
      body: 'é',
      headers: [['X-A', 'b']],
      ending: 'cut',
      trouble: 'reset',
      requestBody: { a: 1 },
    }),
    plain,
  );
  expect(record).toMatchObject({
    id: 'x1',
    side: 'request',
    request: { method: 'POST', url: 'http://gateway.test/v1/models', body: { text: '{"a":1}' }, bodyBytes: 7, atMs: 0 },
    response: { status: 404, headers: [['X-A', 'b']], body: { text: 'é' }, bodyBytes: 2, headersAtMs: 1 },
    ending: 'cut',
    trouble: 'reset',
    endedAtMs: 3,
  });
  expect(JSON.parse(JSON.stringify(record))).toEqual(record);
});

test('without a response there is none', () => {
  expect(toRecord(sketchExchange({ status: 0, ending: 'refused' }), plain)).not.toHaveProperty('response');
});

test('bytes that are no text stand as base64', () => {
  expect(toRecord(sketchExchange({ body: Uint8Array.of(0xff, 1) }), plain).response?.body).toEqual({ base64: '/wE=' });
});

test('a long body is cut between characters', () => {
  const record = toRecord(sketchExchange({ body: `a${'é'.repeat(50_000)}` }), plain);
  const body = record.response?.body ?? { base64: '' };
  expect(record.response?.bodyBytes).toBe(100_001);
  expect('text' in body && body.text).toBe(`a${'é'.repeat(32_767)}`);
});

test('secrets stand nowhere: URL, headers, trouble, text, bytes, nor across the cut', () => {
  const redactor = createRedactor();
  redactor.add('sk-secret');
  const across = `${'a'.repeat(64 * 1024 - 4)}sk-secret`;
  const exchanges = [
    sketchExchange({
      path: '/v1?k=sk-secret',
      requestHeaders: [['Authorization', 'Bearer sk-secret']],
      body: 'sk-secret',
    }),
    sketchExchange({
      body: Buffer.concat([Uint8Array.of(0xff), Buffer.from('sk-secret')]),
      ending: 'cut',
      trouble: 'sk-secret',
    }),
    sketchExchange({ requestBody: across }),
  ];
  const shown = exchanges.map((exchange) => {
    const { request, response, ...rest } = toRecord(exchange, redactor.redact);
    const bodies = [request.body, response?.body].map((body) =>
      body !== undefined && 'base64' in body ? Buffer.from(body.base64, 'base64').toString('latin1') : body?.text,
    );
    return JSON.stringify([request, response, rest, bodies]);
  });
  expect(shown.join('')).not.toContain('sk-s');
  expect(shown.join('')).toContain('$GATEPROOF_KEY');
});
