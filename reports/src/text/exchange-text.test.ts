import { expect, test } from 'vitest';
import { sampleExchange } from '../sample-document.fixture.ts';
import { exchangeText } from './exchange-text.ts';
import { styleFor } from './style.ts';

const options = { style: styleFor(false), originMs: 1000, body: { characters: 100, lines: 10 } };
const text = (exchange: Parameters<typeof exchangeText>[0]) => exchangeText(exchange, options).join('\n');

test('both messages stand as on the wire, with times from the begin of the case', () => {
  expect(text(sampleExchange({ id: 'x1' }))).toBe(
    [
      'x1 harness → gateway · sent +0 ms, answered +10 ms, ended +20 ms',
      '> POST http://gateway.test/v1/chat/completions',
      '> Content-Type: application/json',
      '>',
      '> {"stream":true}',
      '< HTTP 200',
      '< content-type: text/event-stream',
      '<',
      '< data: {"error":{"code":"provider_unavailable"}}',
    ].join('\n'),
  );
});

test.each([
  ['upstream', 'gateway → upstream'],
  ['delivery', 'gateway → webhook receiver'],
  ['driver', 'harness → client driver'],
] as const)('the side %s is named', (side, words) => {
  expect(text(sampleExchange({ id: 'x2', side }))).toContain(`x2 ${words}`);
});

test.each([
  ['proxy', 'request', 'client → gateway'],
  ['client', 'request', 'client → gateway'],
  ['client', 'driver', 'harness → client driver'],
  ['receiver', 'delivery', 'harness → webhook receiver'],
  ['simulator', 'request', 'harness → gateway'],
] as const)('judging a %s, the side %s is named %s', (targetKind, side, words) => {
  expect(exchangeText(sampleExchange({ id: 'x2', side }), { ...options, targetKind })[0]).toContain(`x2 ${words} ·`);
});

test('an exchange without an answer says how it ended', () => {
  const { response: _, ...unanswered } = sampleExchange({ id: 'x3', ending: 'refused', trouble: 'ECONNREFUSED' });
  expect(text(unanswered)).toContain('(no answer)\n(the connection was refused: ECONNREFUSED)');
});

test('bodies are cut with a count, bytes that are not text are named so, control characters are spelled', () => {
  const { response, request } = sampleExchange({ id: 'x1' });
  if (response === undefined) throw new Error('the fixture has a response');
  const long = text(
    sampleExchange({
      id: 'x1',
      request: { ...request, body: { base64: 'AAEC/w==' }, bodyBytes: 4 },
      response: { ...response, body: { text: `\u001b[2J${'y'.repeat(300)}` }, bodyBytes: 90_000 },
    }),
  );
  expect(long).toContain('> (4 bytes that are not text, base64)\n> AAEC/w==');
  expect(long).toContain('< \\x1b[2J');
  expect(long).toMatch(/< … \d+ more characters/);
  expect(long).toContain('of 90,000 bytes the result document keeps the first 65,536 bytes');
});
