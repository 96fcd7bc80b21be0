import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { startRunClock } from '../clock/run-clock.ts';
import { answerWith, rawServer } from './raw-server.fixture.ts';
import { createExchangeIds, createRecorder } from './recorder.ts';
import { RecordingClient } from './recording-client.ts';
import type { WireRequest } from './wire-request.ts';

function openClient(bodyLimitBytes?: number) {
  const clock = startRunClock();
  const client = new RecordingClient({ clock, ...(bodyLimitBytes === undefined ? {} : { bodyLimitBytes }) });
  const recorder = createRecorder(createExchangeIds());
  onTestFinished(() => client.close());
  const send = (url: string, wire: Partial<WireRequest> = {}) =>
    client.send({ method: 'GET', url, headers: [], body: new Uint8Array(), limitMs: 5_000, ...wire }, recorder);
  return { client, send, recorder };
}

const post = (bytes: number): Partial<WireRequest> => ({ method: 'POST', body: new Uint8Array(bytes).fill(97) });

test('an answer is recorded with its raw headers, order and repeats kept', async () => {
  const server = await rawServer((socket) =>
    socket.write('HTTP/1.1 201 Made\r\nX-One: 1\r\nset-Cookie: a\r\nx-ONE: 2\r\nContent-Length: 2\r\n\r\nhi', 'latin1'),
  );
  const { send, recorder } = openClient();
  const exchange = await send(`${server.url}/v1/x`);
  expect(exchange).toMatchObject({ id: 'x1', side: 'request', ending: 'complete', response: { status: 201 } });
  expect(exchange.response?.headers).toEqual([
    ['X-One', '1'],
    ['set-Cookie', 'a'],
    ['x-ONE', '2'],
    ['Content-Length', '2'],
  ]);
  expect(Buffer.from(exchange.response?.body ?? []).toString()).toBe('hi');
  expect(recorder.exchanges()).toEqual([exchange]);
});

test('path, header case, order and repeats are sent as they stand, but for characters outside ASCII in the path', async () => {
  const server = await rawServer((socket) => socket.write(answerWith(200, 'ok')));
  const { send } = openClient();
  await send(`${server.url}/v1/../a//b%2Fc?x=[1]&é`, {
    headers: [
      ['Authorization', 'Bearer k'],
      ['x-Twice', '1'],
      ['X-TWICE', '2'],
    ],
  });
  expect(server.received().split('\r\n').slice(0, 7)).toEqual([
    'GET /v1/../a//b%2Fc?x=[1]&%C3%A9 HTTP/1.1',
    `Host: 127.0.0.1:${server.port}`,
    'User-Agent: gateproof',
    'Accept-Encoding: identity',
    'Authorization: Bearer k',
    'x-Twice: 1',
    'X-TWICE: 2',
  ]);
});

test('every request is counted, an unanswered one too', async () => {
  const { client, send } = openClient();
  const server = await rawServer((socket) => socket.destroy());
  await Promise.all([send(`${server.url}/v1/x`), send(`${server.url}/v1/y`)]);
  expect(client.requestsSent).toBe(2);
});

test('connections are kept until a kept one is lost before any answer', async () => {
  const asked = new Map<unknown, number>();
  const server = await rawServer((socket) => {
    asked.set(socket, (asked.get(socket) ?? 0) + 1);
    // Says nothing of closing, and closes when it is asked for the third time.
    if (asked.get(socket) === 3) socket.destroy();
    else socket.write(answerWith(200, 'ok'));
  });
  const { send } = openClient();
  const endings: string[] = [];
  for (let count = 0; count < 7; count += 1) endings.push((await send(server.url)).ending);
  expect(endings).toEqual(['complete', 'complete', 'cut', 'complete', 'complete', 'complete', 'complete']);
  expect(server.connections()).toBe(5);
});

test('connections are kept when a fresh one is lost', async () => {
  let count = 0;
  const server = await rawServer((socket) => {
    count += 1;
    if (count === 1) socket.destroy();
    else socket.write(answerWith(200, 'ok'));
  });
  const { send } = openClient();
  for (let request = 0; request < 4; request += 1) await send(server.url);
  expect(server.connections()).toBe(2);
});

test('a redirect is recorded and not followed', async () => {
  const server = await rawServer((socket) => socket.write(answerWith(302, '', 'Location: /elsewhere\r\n')));
  const exchange = await openClient().send(server.url);
  expect(exchange.response?.status).toBe(302);
  expect(server.received().match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('connections are kept alive', async () => {
  const server = await rawServer((socket) => socket.write(answerWith(200, 'ok')));
  const { send } = openClient();
  await send(server.url);
  await send(server.url, post(3));
  expect(server.connections()).toBe(1);
});

test('interim answers are passed over', async () => {
  const server = await rawServer((socket) =>
    socket.write(`HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${answerWith(200, 'ok')}`),
  );
  expect((await openClient().send(server.url)).response?.status).toBe(200);
});

test('pieces of a body are recorded as they arrive', { retry: 2 }, async () => {
  const server = await rawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n');
    setTimeout(() => socket.write('3\r\ncde\r\n0\r\n\r\n'), 20);
  });
  const exchange = await openClient().send(server.url);
  const arrivals = exchange.response?.arrivals ?? [];
  expect(arrivals.map(({ length }) => length)).toEqual([2, 3]);
  expect((arrivals[1]?.atMs ?? 0) - (arrivals[0]?.atMs ?? 0)).toBeGreaterThan(10);
  expect(exchange.response?.headersAtMs).toBeLessThanOrEqual(arrivals[0]?.atMs ?? 0);
});

test('a port where nobody listens ends as refused', async () => {
  const exchange = await openClient().send('http://127.0.0.1:1/');
  expect(exchange).toMatchObject({ ending: 'refused', trouble: expect.stringContaining('ECONNREFUSED') });
  expect(exchange.response).toBeUndefined();
});

test.each([
  ['a close before any answer', '', 'cut', undefined],
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-Le', 'cut', undefined],
  ['a body shorter than its Content-Length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', 'cut', 'half'],
  [
    'a chunked body without its end',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
    'cut',
    'half',
  ],
  [
    'the same, announced as the last',
    'HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
    'cut',
    'half',
  ],
  [
    'a chunk size that is none',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\nzz\r\n',
    'malformed',
    'ok',
  ],
  ['a body that ends with its connection', 'HTTP/1.1 200 OK\r\n\r\nwhole', 'complete', 'whole'],
  ['garbage', 'SSH-2.0-OpenSSH_9.2\r\n', 'malformed', undefined],
  ['garbage after a head', 'HTTP/1.1 200 OK\r\nno colon here\r\n\r\n', 'malformed', undefined],
  ['more bytes than its Content-Length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokay then', 'malformed', 'ok'],
] as const)('%s has an ending of its own', async (_, bytes, ending, body) => {
  const server = await rawServer((socket) => socket.end(bytes, 'latin1'));
  const exchange = await openClient().send(server.url);
  expect(exchange.ending).toBe(ending);
  expect(exchange.response === undefined ? undefined : Buffer.from(exchange.response.body).toString()).toBe(body);
  expect(exchange.trouble === undefined).toBe(ending === 'complete');
});

test('a reset in the middle of a body ends as cut, with what came', async () => {
  const server = await rawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf');
    setTimeout(() => socket.resetAndDestroy(), 20);
  });
  const exchange = await openClient().send(server.url);
  expect(exchange.ending).toBe('cut');
  expect(Buffer.from(exchange.response?.body ?? []).toString()).toBe('half');
});

test('a target that never answers ends as timeout', async () => {
  const server = await rawServer(() => undefined);
  const exchange = await openClient().send(server.url, { limitMs: 40 });
  expect(exchange.ending).toBe('timeout');
  expect(exchange.endedAtMs - exchange.request.atMs).toBeGreaterThanOrEqual(35);
});

test.each([
  ['is whole in the end', 9, 'complete'],
  ['drips on', 100, 'timeout'],
])('a body that comes in slowly and %s ends as such', async (_what, pieces, ending) => {
  const server = await rawServer((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${pieces}\r\n\r\n`);
    let sent = 0;
    const timer = setInterval(() => {
      if (socket.destroyed || ++sent > pieces) clearInterval(timer);
      else socket.write('x');
    }, 50);
  });
  const exchange = await openClient().send(server.url, { limitMs: 300 });
  expect(exchange.ending).toBe(ending);
  expect(exchange.endedAtMs - exchange.request.atMs).toBeGreaterThan(300);
});

const again = (socket: Socket, bytes: string) => {
  const write = () => !socket.destroyed && socket.write(bytes, () => setImmediate(write));
  write();
};

test.each([
  ['interim answers without end', '', 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'],
  ['a head that drips without end', 'HTTP/1.1 200 OK\r\n', 'X: y\r\n'],
  ['a body that drips without end', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'],
  ['a chunk size that drips without end', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '0'],
])('%s end in time, in little memory', async (_what, head, drip) => {
  const server = await rawServer((socket) => {
    socket.write(head);
    again(socket, drip);
  });
  const before = process.memoryUsage().rss;
  const exchange = await openClient().send(server.url, { limitMs: 300 });
  expect(['timeout', 'malformed', 'too-large']).toContain(exchange.ending);
  expect(exchange.endedAtMs - exchange.request.atMs).toBeLessThan(10_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 ** 2);
});

test('a body that swells a thousandfold is decoded up to the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 ** 2));
  const server = await rawServer((socket) => socket.end(answerWith(200, bomb, 'Content-Encoding: gzip\r\n'), 'latin1'));
  const exchange = await openClient(1024 ** 2).send(server.url);
  expect(exchange).toMatchObject({ ending: 'too-large', trouble: 'more than 1048576 bytes of body' });
  expect(exchange.response?.body).toHaveLength(64 * 1024);
  expect(exchange.response?.coding).toEqual({ label: 'gzip', receivedBytes: bomb.length });
});

test('a body above the limit ends as too-large, cut at the limit', async () => {
  const server = await rawServer((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${100 * 1024 * 1024}\r\n\r\n`);
    socket.write(Buffer.alloc(4_000_000));
  });
  const exchange = await openClient(1_000).send(server.url);
  expect(exchange.ending).toBe('too-large');
  expect(exchange.response?.body).toHaveLength(1_000);
});

test('of a body that is far too large, the beginning is kept', async () => {
  const server = await rawServer((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${100 * 1024 * 1024}\r\n\r\n`);
    socket.write(Buffer.alloc(4_000_000, 'x'));
  });
  const { ending, response } = await openClient(1_000_000).send(server.url);
  expect(ending).toBe('too-large');
  expect(response?.body).toHaveLength(64 * 1024);
  expect(response?.arrivals.reduce((sum, { length }) => sum + length, 0)).toBe(64 * 1024);
});

test('an answer that comes while the body is still being sent is read', async () => {
  let seen = 0;
  const server = await rawServer((socket, piece) => {
    seen += piece.length;
    if (seen > 100_000) socket.end(answerWith(413, '{"error":{}}', 'Connection: close\r\n'));
  });
  const exchange = await openClient().send(server.url, post(20_000_000));
  expect(exchange).toMatchObject({ ending: 'complete', response: { status: 413 } });
});

test('a signal closes the connection', async () => {
  const controller = new AbortController();
  let closed = false;
  const server = await rawServer((socket) => {
    socket.on('close', () => {
      closed = true;
    });
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n', () =>
      setTimeout(() => controller.abort(), 10),
    );
  });
  const exchange = await openClient().send(server.url, { signal: controller.signal });
  expect(exchange).toMatchObject({ ending: 'closed', response: { status: 200 } });
  await expect.poll(() => closed).toBe(true);
});

test('a signal that had fired before sends nothing', async () => {
  const server = await rawServer((socket) => socket.write(answerWith(200, 'ok')));
  const exchange = await openClient().send(server.url, { signal: AbortSignal.abort() });
  expect(exchange.ending).toBe('closed');
  expect(server.received()).toBe('');
});

test('the connection is closed after so many events', async () => {
  const server = await rawServer((socket) => {
    const event = 'data: 1\n\n';
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${event}`);
    setTimeout(() => socket.write(event), 10);
  });
  const exchange = await openClient().send(server.url, { closeAfterEvents: 2 });
  expect(exchange.ending).toBe('closed');
  expect(Buffer.from(exchange.response?.body ?? []).toString()).toBe('data: 1\n\ndata: 1\n\n');
});

test('a header value beyond Latin-1 is sent as UTF-8 bytes', async () => {
  const server = await rawServer((socket) => socket.write(answerWith(200, 'ok')));
  await openClient().send(server.url, { headers: [['Idempotency-Key', 'schlüssel-鍵']] });
  expect(Buffer.from(server.received(), 'latin1').toString()).toContain('Idempotency-Key: schlüssel-鍵\r\n');
});

test('a URL that is not absolute is refused with what was wanted', () => {
  expect(() => openClient().send('/v1/models')).toThrow('wanted an absolute http or https URL');
});

test('a body arrives in the pieces that it is to be written in', async () => {
  const pieces: string[] = [];
  const server = await rawServer((socket, piece) => {
    pieces.push(piece);
    if (piece.endsWith('gh')) socket.write(answerWith(200, 'ok'));
  });
  const { send } = openClient();
  await send(server.url, { method: 'POST', body: Buffer.from('abcdefgh'), pieceBytes: 3 });
  expect(pieces.map((piece) => piece.split('\r\n\r\n').at(-1)).filter((piece) => piece !== '')).toEqual([
    'abc',
    'def',
    'gh',
  ]);
});
