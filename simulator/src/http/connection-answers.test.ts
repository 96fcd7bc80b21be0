import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages, openGateway } from '../testing/gateway.fixture.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
let secret: string;
beforeAll(async () => {
  gateway = await openGateway();
  ({ secret } = (await gateway.account()).key);
});
afterAll(() => gateway.close());

function request(method: string, path: string, body: string, key = secret): string {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: gateway.example', `Authorization: Bearer ${key}`];
  return [...head, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, '', body].join(
    '\r\n',
  );
}

const chat = (fields: object = {}, key?: string) =>
  request('POST', '/v1/chat/completions', JSON.stringify({ model: 'gateproof/echo', messages, ...fields }), key);
const testbed = (method: string, path: string) =>
  request(method, `/_testbed/v1${path}`, '').replace('gateway.example', 'localhost');

/** All bytes that come back until the connection closes. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(gateway.url).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
    socket.on('close', () => resolve(text)).on('error', reject);
  });
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
const malformed = 'GET / HTTP/1.1\r\nX Y: 1\r\n\r\n';

describe('answers come in the order of their requests', () => {
  test('before the refusal of what is no HTTP', async () => {
    const text = await exchange(`${chat()}${chat()}${malformed}`);
    expect(statuses(text)).toEqual([200, 200, 400]);
    expect(text).toContain('chat.completion');
  });

  test('before the refusal of a tunnel', async () => {
    const text = await exchange(`${chat()}CONNECT inner.example:443 HTTP/1.1\r\nHost: inner.example:443\r\n\r\n`);
    expect(statuses(text)).toEqual([200, 405]);
  });

  test('a stream ends before malformed bytes behind it are refused', async () => {
    const text = await exchange(`${chat({ stream: true })}${malformed}`);
    expect(statuses(text)).toEqual([200, 400]);
    expect(text.indexOf('data: [DONE]')).toBeLessThan(text.indexOf('HTTP/1.1 400'));
  });

  test('a body that breaks off is refused in the place of its answer', async () => {
    const head = request('POST', '/v1/chat/completions', '').replace('Content-Length: 0', 'Transfer-Encoding: chunked');
    expect(statuses(await exchange(`${chat()}${head}no chunk\r\n`))).toEqual([200, 400]);
  });
});

describe('a request behind the end of its own account', () => {
  test.each([
    ['reset', 'POST', '/accounts/self/reset', 200],
    ['removal', 'DELETE', '/accounts/self', 204],
  ])('finds the connection closed after the answer to the %s', async (_name, method, path, status) => {
    const { key } = await gateway.account();
    const first = testbed(method, path).replaceAll(secret, key.secret);
    const text = await exchange(`${first}${chat({}, key.secret)}`);
    expect(statuses(text)).toEqual([status]);
  });
});

describe('the Host header', () => {
  const answer = (lines: readonly string[], version = '1.1') =>
    exchange(
      [
        'GET /v1/models HTTP/',
        version,
        '\r\n',
        ...lines.map((line) => `${line}\r\n`),
        'Connection: close\r\n\r\n',
      ].join(''),
    );

  test.each([
    ['missing', []],
    ['twice', ['Host: a', 'Host: a']],
    ['empty', ['Host: ']],
    ['with a path', ['Host: a/b']],
    ['with a user', ['Host: me@a']],
    ['with a blank', ['Host: a b']],
    ['with no port number', ['Host: a:b']],
  ])('%s is refused', async (_name, lines) => {
    const text = await answer(lines);
    expect(statuses(text)).toEqual([400]);
    expect(text).toContain('Host: ');
    expect(text).toContain('"code":"invalid_request"');
  });

  test.each(['a', 'a.example:8080', '127.0.0.1', '[::1]:80', 'a:'])('%s is understood', async (host) => {
    expect(statuses(await answer([`Host: ${host}`]))).toEqual([401]);
  });

  test('may be missing in HTTP/1.0', async () => {
    expect(statuses(await answer([], '1.0'))).toEqual([401]);
  });
});
