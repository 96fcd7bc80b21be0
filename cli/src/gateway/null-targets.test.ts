import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTarget, runSuite } from '@gateproof/harness';
import { loadRules } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';
import { afterEach, describe, expect, it } from 'vitest';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.on('error', () => undefined);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const always =
  (status: number, body: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };

const echo: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-type': request.headers['content-type'] ?? 'application/json' });
  request.pipe(response);
};

const envelope = (code: string, kind: string) =>
  JSON.stringify({ error: { code, message: 'no', kind, scope: null, type: 'error', param: null } });

const nullTargets: readonly (readonly [string, RequestListener])[] = [
  ['200 {}', always(200, '{}')],
  ['an echo', echo],
  ['400', always(400, envelope('invalid_request', 'terminal'))],
  ['401', always(401, envelope('unauthorized', 'terminal'))],
  ['404', always(404, envelope('no_endpoint_available', 'terminal'))],
  ['429', always(429, envelope('rate_limited', 'rate_limit'))],
  ['500', always(500, envelope('internal_error', 'unknown'))],
  ['a closed connection', (request) => request.socket.destroy()],
];

const catalogue = loadRules().filter(({ party }) => party === 'gateway');

describe('null targets', () => {
  it.each(nullTargets)('%s to everything passes no rule', async (_name, answer) => {
    const baseUrl = await listen(answer);
    const target = await openTarget({
      kind: 'url',
      baseUrl,
      prefix: 'svc',
      key: 'sk-any',
      testbedUrl: undefined,
      testbedToken: undefined,
      headers: [],
      tls: {},
      requestTimeoutMs: 2_000,
      model: 'author/model',
      runId: 'null',
      arguments: [],
    });
    const document = await runSuite({
      target,
      suite: gatewaySuite,
      rules: catalogue,
      catalogue,
      toolVersion: '0',
      runId: 'null',
      seed: 1,
    });
    await target.close();
    expect(document.rules.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule)).toEqual([]);
    expect(document.summary.exitCode).not.toBe(0);
  });
});
