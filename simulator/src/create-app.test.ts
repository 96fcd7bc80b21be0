import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages, openGateway } from './testing/gateway.fixture.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  gateway = await openGateway({ bodyLimitBytes: 2_000 });
});
afterAll(() => gateway.close());

function expectEnvelope(answer: Awaited<ReturnType<typeof gateway.send>>, status: number, code: string): void {
  expect([answer.status, answer.json?.error?.code]).toEqual([status, code]);
  expect(Object.keys(answer.json)).toEqual(['error']);
  expect(answer.json.error.request_id).toBe(answer.headers.get('x-svc-request-id'));
  expect(answer.json.error.param).toBeNull();
}

describe('every refusal comes in the envelope', () => {
  test.each([
    ['GET', '/v1/nowhere', 404, 'not_found'],
    ['GET', '/', 404, 'not_found'],
    ['GET', '/v1/chat/completions', 405, 'method_not_allowed'],
    ['DELETE', '/v1/models', 405, 'method_not_allowed'],
    ['GET', '/v1/%zz', 400, 'invalid_request'],
  ])('%s %s: %i %s', async (method, path, status, code) => {
    const { key } = await gateway.account();
    expectEnvelope(await key.send(method, path), status, code);
  });

  test('a body that is too large', async () => {
    const { key } = await gateway.account();
    expectEnvelope(
      await key.chat({ model: 'gateproof/echo', messages, pad: 'x'.repeat(2_000) }),
      413,
      'payload_too_large',
    );
  });

  test('a body that is too large, to a client that is still sending it', async () => {
    const send = (socket: net.Socket, text: string) => {
      const answer = once(socket, 'data').then(([piece]) => String(piece));
      socket.write(text);
      return answer;
    };
    const head = 'POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\nContent-Length: 9000000\r\n\r\n';
    const socket = net.connect(Number(new URL(gateway.url).port), '127.0.0.1');
    expect(await send(socket, `${head}{`)).toMatch(/^HTTP\/1.1 413 /);
    // The connection lives: the rest is read, and then the next request.
    socket.write('x'.repeat(8_999_999));
    expect(await send(socket, 'GET /v1/nowhere HTTP/1.1\r\nHost: gateway\r\n\r\n')).toMatch(/^HTTP\/1.1 404 /);
    socket.destroy();
  });

  test('a multipart body', async () => {
    const { key } = await gateway.account();
    const answer = await key.chat('--x', { 'content-type': 'multipart/form-data; boundary=x' });
    expectEnvelope(answer, 400, 'invalid_request');
    expect(answer.json.error.message).toContain('Content-Type');
  });

  test.each([
    ['', 'body'],
    ['{', 'body'],
    ['[]', 'body'],
    ['{"messages":[]}', 'model'],
    ['{"model":"a/b"}', 'messages'],
    ['{"model":1,"messages":[]}', 'model'],
    ['{"model":"a/b","messages":"x"}', 'messages'],
    ['{"model":"a/b","messages":[],"stream":"true"}', 'stream'],
    ['{"model":"a/b","messages":[],"max_tokens":1.5}', 'max_tokens'],
    ['{"model":"a/b","messages":[],"temperature":"hot"}', 'temperature'],
    ['{"model":"a/b","messages":[],"models":"a/c"}', 'models'],
    ['{"model":"a/b","messages":[],"models":[1]}', 'models'],
    ['{"model":"a/b","messages":[],"models":["1","2","3","4","5","6"]}', 'models'],
    ['{"model":"a/b","messages":[],"response_format":{"type":"xml"}}', 'response_format'],
    ['{"model":"a/b","messages":[],"svc":[]}', 'svc'],
  ])('the body %s, in which %s is wrong', async (body, field) => {
    const { key } = await gateway.account();
    const answer = await key.chat(body);
    expectEnvelope(answer, 400, 'invalid_request');
    expect(answer.json.error.message).toContain(field);
  });

  test.each([
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['what is no HTTP', 'HELLO\r\n\r\n', 400],
    [
      'an expectation that nobody can meet',
      'GET /v1/models HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
      417,
    ],
  ])('%s', async (_name, bytes, status) => {
    const text = await raw(bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).error.kind).toBe('terminal');
  });

  test('a prefix of its own names the headers and the service field', async () => {
    const other = await openGateway({ prefix: 'acme' });
    const { key } = await other.account();
    const { headers, json } = await key.chat({ model: 'gateproof/echo', messages, acme: 1 });
    expect(headers.get('x-acme-request-id')).toBe(json.error.request_id);
    expect(json.error.message).toContain('acme');
    await other.close();
  });
});

function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(gateway.url).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (piece) => {
      text += piece;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}
