import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { fixed } from './fixed.ts';
import type { Spoil } from './spoil.ts';
import { startSpoilingProxy } from './spoiling-proxy.ts';
import { spoils } from './spoils.ts';

const stream = 'data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: [DONE]\n\n';
const error = {
  code: 'model_not_found',
  message: 'no such model',
  kind: 'terminal',
  scope: null,
  type: 'api_error',
  param: null,
};

/** What comes of these paths behind a proxy with these ways. */
async function through(ways: readonly Spoil[], path: string) {
  const server = createServer((request, response) => {
    if (request.url === '/stream') response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream);
    else response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = await startSpoilingProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, ways);
  try {
    const response = await fetch(`${proxy.baseUrl}${path}`);
    return { status: response.status, text: await response.text() };
  } finally {
    await proxy.close();
    server.close();
  }
}
const way = (id: string) => spoils.filter((spoil) => spoil.id === id);

test('passes on what no way spoils', async () => {
  expect(await through([], '/stream')).toEqual({ status: 200, text: stream });
  expect(await through(way('no-done'), '/v1/models/a/b')).toEqual({ status: 404, text: JSON.stringify({ error }) });
});

test('spoils answers and the events of streams', async () => {
  expect((await through(way('no-done'), '/stream')).text).not.toContain('[DONE]');
  expect((await through(way('error-is-text'), '/v1/models/a/b')).text).toBe('{"error":"no such model"}');
  expect((await through(way('errors-under-200'), '/v1/models/a/b')).status).toBe(200);
});

test('a way that loses something is fixed by a repair', async () => {
  const [spoil] = way('error-is-text');
  const { text } = await through(spoil === undefined ? [] : fixed(spoil), '/v1/models/a/b');
  expect(JSON.parse(text)).toEqual({ error });
});
