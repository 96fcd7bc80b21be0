import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Cassette } from '@gateproof/spec';
import { afterEach, expect, test } from 'vitest';
import { openRecorder } from './open-recorder.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** What is recorded of `talk` with a gateway that answers so. */
async function recorded(answer: RequestListener, talk: (url: string) => Promise<unknown>): Promise<Cassette> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
  const recorder = await openRecorder({ target, port: 0, prefix: 'svc' });
  await talk(recorder.url);
  return recorder.finish(1_000);
}
const events = { 'content-type': 'text/event-stream' };

test('a request is its method, path and JSON; an answer is status, headers that a client acts on, and JSON', async () => {
  const { exchanges } = await recorded(
    (_request, response) => {
      const headers = {
        'Content-Type': 'application/json',
        'retry-after': '1',
        'x-svc-request-id': 'r',
        server: 'nginx',
      };
      response.writeHead(429, headers).end('{"a": 1.0}');
    },
    (url) => fetch(`${url}/v1/x?a=1`, { method: 'POST', body: '{"n": [2]}' }),
  );
  expect(exchanges).toEqual([
    {
      request: { method: 'POST', path: '/v1/x?a=1', json: { n: [2] } },
      response: {
        status: 429,
        headers: { 'content-type': 'application/json', 'retry-after': '1', 'x-svc-request-id': 'r' },
        afterMs: expect.any(Number),
        json: { a: 1 },
      },
    },
  ]);
});

test('an answer with a content coding is written down decoded, without its label', async () => {
  const { exchanges } = await recorded(
    (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync('{"a":1}'));
    },
    (url) => fetch(`${url}/v1/x`),
  );
  expect(exchanges[0]?.response).toMatchObject({ headers: { 'content-type': 'application/json' }, json: { a: 1 } });
  expect(exchanges[0]?.response.headers).not.toHaveProperty('content-encoding');
});

test('secrets are left out wherever they stand', async () => {
  const cassette = await recorded(
    ({ headers }, response) => {
      response
        .writeHead(401, { 'set-cookie': 'session=cookie-of-this-one', 'x-key-id': 'sk-secret-1' })
        .end(JSON.stringify({ [String(headers.authorization)]: `who is ${headers['x-tenant-token']}?` }));
    },
    (url) =>
      fetch(`${url}/v1/x?key=sk-secret-1&api_key=another-one`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk-secret-1', 'x-tenant-token': 'tenant-secret-22' },
        body: '{"key": "sk-secret-1"}',
      }),
  );
  expect(JSON.stringify(cassette)).not.toMatch(/sk-secret|tenant-secret|cookie-of|another-one/);
  expect(cassette.exchanges[0]?.request.json).toEqual({ key: '$GATEPROOF_KEY' });
});

test('a stream is its events and comments with their pauses', async () => {
  const { exchanges } = await recorded(
    (_request, response) => {
      response.writeHead(200, events).write('data: {"a":1}\r\n\r\n: hm\n\n');
      response.write('event: e\nid: 7\ndata: x\ndata: y\n\ndata: [DONE]\n\n', () => response.end('data: half'));
    },
    async (url) => (await fetch(`${url}/v1/x`)).text(),
  );
  const plain = (exchanges[0]?.response.events ?? []).map(({ afterMs = 0, ...event }) => {
    expect(Number.isInteger(afterMs) && afterMs >= 0).toBe(true);
    return event;
  });
  const named = { event: 'e', id: '7', data: 'x\ny' };
  expect(plain).toEqual([{ json: { a: 1 } }, { comment: 'hm' }, named, { data: '[DONE]' }]);
});

test('a lost connection is recorded as cut, one that the client closed as open', async () => {
  let closed = () => {};
  const wasClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const { exchanges } = await recorded(
    ({ url }, response) => {
      response.on('close', () => url?.endsWith('open') && closed());
      response.writeHead(200, events).write('data: 1\n\n', () => url?.endsWith('cut') && response.destroy());
    },
    async (url) => {
      await expect(fetch(`${url}/cut`).then((answer) => answer.text())).rejects.toThrow();
      const stop = new AbortController();
      const answer = await fetch(`${url}/open`, { signal: stop.signal });
      await answer.body?.getReader().read();
      stop.abort();
      await wasClosed;
    },
  );
  expect(exchanges.map(({ response }) => [response.ending, response.events?.length])).toEqual([
    ['cut', 1],
    ['open', 1],
  ]);
});

test.each([
  ['plain', Buffer.from('plain'), { text: 'plain' }],
  ['no UTF-8', Buffer.from([0xff, 0xfe]), { base64: '//4=' }],
  [
    'a number that JSON would change',
    Buffer.from('{"n":12345678901234567890}'),
    { text: '{"n":12345678901234567890}' },
  ],
  ['nothing', Buffer.from(''), {}],
])('a body that is %s', async (_, body, wanted) => {
  const { exchanges } = await recorded(
    (_request, response) => response.writeHead(200).end(body),
    async (url) => (await fetch(url)).arrayBuffer(),
  );
  const { status, headers, afterMs, ...rest } = exchanges[0]?.response ?? {};
  expect(rest).toEqual(wanted);
});

test('exchanges stand in the order in which they began; one without an answer is left out', async () => {
  const { exchanges } = await recorded(
    ({ url }, response) => {
      if (url?.endsWith('dead') === true) response.destroy();
      else response.end();
    },
    async (url) => {
      for (const path of ['/1', '/dead', '/2'])
        await fetch(url + path, { headers: { authorization: `Bearer key-of-${path}` } });
    },
  );
  expect(exchanges.map(({ request }) => request.path)).toEqual(['/1', '/2']);
});
