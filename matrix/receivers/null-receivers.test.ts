import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { judgeReceiver } from './judge-receiver.ts';

/** Receivers that answer the same whatever comes; a status of 0 closes every connection. */
test.each([200, 204, 302, 400, 401, 404, 429, 500, 0])(
  'a receiver that answers %i to everything passes no rule',
  async (status) => {
    const server = createServer((request, response) => {
      request.resume();
      if (status === 0) response.destroy();
      else response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const document = await judgeReceiver({ url: `${origin}/hook` }, ['whsec_0123456789', 'whsec_9876543210']);
    server.closeAllConnections();
    server.close();
    expect(document.rules.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule)).toEqual([]);
  },
);
