import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './launch/free-port.ts';
import { openTarget } from './open-target.ts';

test('a port of the profile that somebody else has is reported in one line, and nothing stays open', async () => {
  const own = await freePort();
  const taken = createServer().listen(0, '127.0.0.1');
  const gateway = createServer((socket) => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'));
  gateway.listen(0, '127.0.0.1');
  await Promise.all([once(taken, 'listening'), once(gateway, 'listening')]);
  const portOf = (server: typeof taken) => (server.address() as { readonly port: number }).port;
  const none = undefined;
  const keys = { default: 'k', secondAccount: none, others: [], expired: none, deleted: none, elsewhere: none };
  const opening = openTarget({
    kind: 'url',
    baseUrl: `http://127.0.0.1:${portOf(gateway)}`,
    prefix: 'svc',
    key: 'k',
    testbedUrl: none,
    testbedToken: none,
    staticProfile: {
      keys: { ...keys, capped: none, policy: none, noCredit: none, restricted: none },
      models: [
        { id: 'a/b', modality: 'text', ports: [own, portOf(taken)], headers: [], contextWindow: none, priceUsd: none },
      ],
      webhooks: [],
      upstreamHost: '127.0.0.1',
      fragments: {},
      upstreamTimeoutMs: 1,
      signingKey: 'text',
    },
    headers: [],
    tls: {},
    requestTimeoutMs: 1_000,
    model: none,
    runId: 'r',
    arguments: [],
  });
  await expect(opening).rejects.toThrow(
    `port ${portOf(taken)} of 127.0.0.1, which can not be opened: something else listens`,
  );
  const again = createServer().listen(own, '127.0.0.1');
  await once(again, 'listening');
  for (const server of [taken, gateway, again]) server.close();
});
