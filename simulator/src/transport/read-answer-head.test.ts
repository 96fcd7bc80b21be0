import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { readAnswerHead } from './read-answer-head.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server that answers as the listener does, and an agent that asks it over one connection. */
async function open(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agent = new Agent({ connections: 1, pipelining: 1 });
  closers.push(async () => {
    await agent.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const ask = (signal = new AbortController().signal) =>
    readAnswerHead(agent, { origin, path: '/in', method: 'POST', body: '{}' }, signal);
  return { server, ask };
}

test('the head of an answer is read, not what informs before it', async () => {
  const { ask } = await open((_request, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(await ask()).toMatchObject({ status: 302, headers: { location: '/elsewhere' } });
});

test('a body is let go by, and its connection is used again', async () => {
  let connections = 0;
  const { server, ask } = await open((_request, response) => response.writeHead(200).end('x'.repeat(60_000)));
  server.on('connection', () => {
    connections += 1;
  });
  for (let count = 0; count < 3; count += 1) expect((await ask()).status).toBe(200);
  expect(connections).toBe(1);
});

test('a body without end does not hold its connection', async () => {
  const { ask } = await open((_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    };
    response.on('drain', write).writeHead(200);
    write();
  });
  // One connection: the second answer comes only when the first one is over.
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(200);
});

test('it rejects when the connection is lost, and with the reason of the signal', async () => {
  const lost = await open((request) => request.socket.destroy());
  await expect(lost.ask()).rejects.toThrow('other side closed');
  const limit = new AbortController();
  const silent = await open(() => limit.abort(new Error('no answer within 10 s')));
  await expect(silent.ask(limit.signal)).rejects.toThrow('no answer within 10 s');
  await expect(silent.ask(limit.signal)).rejects.toThrow('no answer within 10 s');
});
