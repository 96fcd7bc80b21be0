import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Rule } from '@gateproof/spec';
import { afterEach, expect, test } from 'vitest';
import type { StandingCheck } from '../check/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { openProxy } from './open-proxy.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.();
    server.close();
  }
});

async function gateway(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Every answer must have status 200. */
const statusCheck: StandingCheck = {
  rules: ['made.up'],
  *judge({ exchanges }) {
    for (const { id, response } of exchanges) {
      const finding = { expected: '200', observed: String(response?.status), exchanges: [id] };
      yield { rule: 'made.up', exchanges: [id], ...(response?.status === 200 ? {} : { finding }) };
    }
  },
};
const rule = { id: 'made.up', party: 'gateway', level: 'must', kind: 'standing', area: 'made' } as Rule;

async function proxyOf(target: string) {
  const seen: Exchange[] = [];
  const proxy = await openProxy({
    ...{ target, port: 0, prefix: 'svc', checks: [statusCheck], rules: [rule], toolVersion: '0', runId: 'r' },
    onExchange: (exchange) => seen.push(exchange),
  });
  return { proxy, seen };
}

test('what the client accepts and how the answer is coded pass unchanged, and the answer is recorded decoded', async () => {
  const coded = gzipSync('{"a":1}');
  const target = await gateway((request, response) => {
    const accepted = request.rawHeaders.filter((_, place, all) => all[place - 1]?.toLowerCase() === 'accept-encoding');
    response.writeHead(200, { 'content-encoding': 'gzip', 'x-accepted': accepted.join(' | ') }).end(coded);
  });
  const { proxy, seen } = await proxyOf(target);
  const asked = async (headers: Readonly<Record<string, string>>) => {
    const [message] = (await once(get(`${proxy.url}/v1/models`, { headers }), 'response')) as [IncomingMessage];
    return { body: Buffer.concat(await message.toArray()), headers: message.headers };
  };
  const answer = await asked({ 'accept-encoding': 'gzip;q=0.5, br' });
  expect(answer).toMatchObject({
    body: coded,
    headers: { 'content-encoding': 'gzip', 'x-accepted': 'gzip;q=0.5, br' },
  });
  expect((await asked({})).headers['x-accepted']).toBe('');
  await proxy.finish(1_000);
  expect(seen.map(({ response }) => Buffer.from(response?.body ?? []).toString())).toEqual(['{"a":1}', '{"a":1}']);
  expect(seen[0]?.response?.coding).toEqual({ label: 'gzip', receivedBytes: coded.length });
});

test('a request and its answer pass unchanged, and are recorded', async () => {
  const target = await gateway(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { 'x-mine': mine, host } = request.headers;
    response
      .writeHead(201, { 'x-theirs': 'b' })
      .end(`${request.method} ${request.url} ${mine} ${host} ${Buffer.concat(pieces)}`);
  });
  const { proxy, seen } = await proxyOf(`${target}/base`);
  const answer = await fetch(`${proxy.url}/v1/x?a=1`, { method: 'POST', body: 'Zoë', headers: { 'x-mine': 'a' } });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('x-theirs')).toBe('b');
  expect(await answer.text()).toBe(`POST /base/v1/x?a=1 a ${new URL(target).host} Zoë`);
  const document = await proxy.finish(1_000);
  expect(seen).toMatchObject([{ ending: 'complete', request: { url: `${target}/base/v1/x?a=1` } }]);
  expect(Buffer.from(seen[0]?.request.body ?? []).toString()).toBe('Zoë');
  expect(document.rules).toMatchObject([{ rule: 'made.up', verdict: 'fail', failure: { observed: '201' } }]);
  expect(document.summary.exitCode).toBe(1);
});

test('a stream passes event by event: the second is sent only after the first has arrived', async () => {
  let release = () => {};
  const target = await gateway((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    release = () => response.end('data: 2\n\n');
  });
  const { proxy } = await proxyOf(target);
  const reader = (await fetch(`${proxy.url}/v1/x`)).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: 1\n\n');
  release();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: 2\n\n');
  const document = await proxy.finish(1_000);
  expect(document.rules).toMatchObject([{ verdict: 'pass' }]);
});

test('a connection that the gateway loses is lost for the client as well', async () => {
  const target = await gateway((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
  });
  const { proxy, seen } = await proxyOf(target);
  const text = fetch(`${proxy.url}/v1/x`).then((answer) => answer.text());
  await expect(text).rejects.toThrow();
  await proxy.finish(1_000);
  expect(seen).toMatchObject([{ ending: 'cut' }]);
});

test('a client that goes away ends the request to the gateway', async () => {
  let closed = () => {};
  const wasClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const target = await gateway((_request, response) => {
    response.on('close', closed);
    response.writeHead(200).write('begun');
  });
  const { proxy, seen } = await proxyOf(target);
  const stop = new AbortController();
  const answer = await fetch(`${proxy.url}/v1/x`, { signal: stop.signal });
  await answer.body?.getReader().read();
  stop.abort();
  await wasClosed;
  await proxy.finish(1_000);
  expect(seen).toMatchObject([{ ending: 'closed' }]);
});

test('nothing listening at the target is said at the start', async () => {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  await expect(proxyOf(`http://127.0.0.1:${port}`)).rejects.toThrow('is the gateway running, and is the URL right?');
});

test('a target that goes away later is answered for with 502, and without any request nothing is decided', async () => {
  const target = await gateway((_request, response) => response.end());
  const quiet = await proxyOf(target);
  expect((await quiet.proxy.finish(100)).summary.exitCode).toBe(3);
  const { proxy, seen } = await proxyOf(target);
  await new Promise((resolve) => servers.pop()?.close(resolve));
  const answer = await fetch(`${proxy.url}/v1/x`);
  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain('the target can not be reached');
  await proxy.finish(1_000);
  expect(seen).toMatchObject([{ ending: 'refused' }]);
});

test.each([
  ['host', 'evil.example'],
  ['origin', 'https://evil.example'],
  ['x-forwarded-for', '203.0.113.7'],
])('a request with the foreign %s %s goes nowhere', async (name, value) => {
  const { proxy, seen } = await proxyOf(await gateway((_request, response) => response.end()));
  expect(
    await rawAnswer(
      proxy.url,
      `GET /v1/x HTTP/1.1\r\n${name === 'host' ? '' : 'Host: localhost\r\n'}${name}: ${value}`,
    ),
  ).toMatch(/^HTTP\/1\.1 403 [\s\S]*this request is foreign/);
  await proxy.finish(100);
  expect(seen).toEqual([]);
});

test.each([
  ['OPTIONS * HTTP/1.1', '/base'],
  ['GET http://evil.example/v1/x HTTP/1.1', '/base/v1/x'],
])('%s goes to the target, at %s', async (line, path) => {
  const { proxy, seen } = await proxyOf(`${await gateway((request, response) => response.end(request.url))}/base`);
  expect(await rawAnswer(proxy.url, `${line}\r\nHost: localhost`)).toContain(`\r\n\r\n${path}`);
  await proxy.finish(100);
  expect(seen).toHaveLength(1);
});

test.each([
  'HTTP/1.1 050 Odd\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n',
  'SSH-2.0\r\n',
])('an answer such as %j is no answer, and the proxy goes on', async (bytes) => {
  const target = createTcpServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end(bytes)));
  servers.push(target as Server);
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const { proxy, seen } = await proxyOf(`http://127.0.0.1:${(target.address() as AddressInfo).port}`);
  for (const _ of [1, 2]) expect((await fetch(`${proxy.url}/v1/x`)).status).toBe(502);
  await proxy.finish(100);
  expect(seen).toHaveLength(2);
});

/** What comes back for the head of a request that `fetch` would not send. */
function rawAnswer(url: string, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\nConnection: close\r\n\r\n`));
    let text = '';
    socket.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
    socket.on('close', () => resolve(text)).on('error', reject);
  });
}
