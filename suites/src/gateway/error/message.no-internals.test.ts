import type { Exchange } from '@gateproof/harness';
import { expect, test } from 'vitest';
import noInternals from './message.no-internals.ts';

const trace = 'boom\n    at relay (/srv/gateway/relay.js:88:13)';

function answer(status: number, text: string, asked = ''): Exchange {
  return {
    id: 'x1',
    side: 'request',
    request: {
      method: 'POST',
      url: 'http://gateway.test/v1/chat/completions',
      headers: [],
      body: Buffer.from(asked),
      atMs: 0,
    },
    response: { status, headers: [], body: Buffer.from(text), arrivals: [], headersAtMs: 1 },
    ending: 'complete',
    endedAtMs: 2,
  };
}

function findingOf(exchange: Exchange) {
  const history = { exchanges: [exchange], prefix: 'svc', baseUrl: 'http://gateway.test', notes: {} };
  return [...noInternals.judge(history)][0]?.finding?.observed;
}

test('any text of an error is looked at, wherever it stands', () => {
  expect(findingOf(answer(500, JSON.stringify({ error: { message: 'no', cause: [{ stack: trace }] } })))).toContain(
    'relay.js:88:13',
  );
  expect(findingOf(answer(502, `<pre>${trace}</pre>`))).toContain('relay.js:88:13');
});

test('an error that says nothing of the gateway holds', () => {
  expect(findingOf(answer(400, JSON.stringify({ error: { message: 'messages: must be an array' } })))).toBeUndefined();
});

test('what the request itself said may be quoted', () => {
  const asked = '{"model":"/home/acme/one"}';
  expect(
    findingOf(answer(404, JSON.stringify({ error: { message: 'There is no /home/acme/one.' } }), asked)),
  ).toBeUndefined();
});
