import { expect, test } from 'vitest';
import { sampleExchange } from '../sample-document.fixture.ts';
import { exchangeLines } from './exchange-lines.ts';

const { request, response } = sampleExchange({ id: 'x1' });

function answered(body: string, type: string) {
  if (response === undefined) throw new Error('the fixture has a response');
  const headers = [['Content-Type', type]] as const;
  return sampleExchange({ id: 'x1', response: { ...response, headers, body: { text: body }, bodyBytes: body.length } });
}

test('an answer stands behind its request, with the beginning of its body and no header but the type', () => {
  expect(exchangeLines(answered('{"a":1,\n  "b":"long enough"}', 'application/json'), { width: 60 })).toEqual([
    'POST /v1/chat/completions → 200 application/json',
    '{"a":1, "b":"long enough"}',
  ]);
});

test('of a stream the last events are shown', () => {
  const events = 'data: {"one":1}\n\ndata: {"two":2}\n\ndata: [DONE]\n\n';
  expect(exchangeLines(answered(events, 'text/event-stream; charset=utf-8'), { width: 60 }).slice(1)).toEqual([
    'data: {"two":2}',
    'data: [DONE]',
  ]);
});

test('of a stream the event that alone has what was observed is shown, around it', () => {
  const events = `data: {"a":1}\n\ndata: {${'"long":1,'.repeat(30)}"bad_field":7,${'"more":1,'.repeat(30)}"z":1}\n\ndata: {"c":1}\n\ndata: [DONE]\n\n`;
  const lines = exchangeLines(answered(events, 'text/event-stream'), { width: 60, hints: ['absent', 'bad_field'] });
  expect(lines.slice(1, 2)).toEqual(['data: {"a":1}']);
  expect(lines[2]).toMatch(/^data: ….*"bad_field":7,.*…$/);
  expect(lines).toHaveLength(3);
});

test('a long line shows its start and its end', () => {
  const line = `data: {"id":"${'x'.repeat(200)}","finish_reason":"stop"}`;
  const shown = exchangeLines(answered(line, 'text/event-stream'), { width: 60 })[1];
  expect(shown).toMatch(/^data: \{"id":"x+….*"finish_reason":"stop"\}$/);
  expect(shown).toHaveLength(60);
});

test('of a delivery the body that the target sent is shown', () => {
  const delivery = { ...request, url: 'https://hooks.test:8443/hook', body: { text: '{"type":"job"}' }, bodyBytes: 14 };
  expect(exchangeLines(sampleExchange({ id: 'x1', side: 'delivery', request: delivery }), { width: 60 })).toEqual([
    'delivery: POST /hook → 200 text/event-stream',
    '{"type":"job"}',
  ]);
});

test('an answer that never came or was not whole says why', () => {
  const { response: _, ...unanswered } = sampleExchange({ id: 'x1', ending: 'refused', trouble: 'ECONNREFUSED' });
  expect(exchangeLines(unanswered, { width: 90 })).toEqual([
    'POST /v1/chat/completions → no answer; the connection was refused: ECONNREFUSED',
  ]);
});

test('long bodies are cut, and bytes that are not text are counted', () => {
  const lines = exchangeLines(answered('y'.repeat(5_000), 'text/plain'), { width: 40 });
  expect(lines.map((line) => line.length)).toEqual([40, 40, 32]);
  const binary = sampleExchange({
    id: 'x1',
    side: 'upstream',
    request: { ...request, body: { base64: 'AAE=' }, bodyBytes: 2 },
  });
  expect(exchangeLines(binary, { width: 80 }).at(-1)).toBe('(2 bytes that are not text)');
});
