import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';
import { bareList, sendJson, toyKey } from './toy-gateway.fixture.ts';

/** A gateway that does nothing but list its models, with the right or a wrong object. */
const listing =
  (object: string): RequestListener =>
  (request, response) => {
    if (request.headers.authorization !== `Bearer ${toyKey}`) return sendJson(response, 401, { error: {} });
    sendJson(response, 200, { ...bareList('toy-small'), object });
  };

async function listen(listener: RequestListener, port = 0): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void end(server));
  return server;
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Watches two rules of a gateway. `act` happens once the watch waits: a key that it returns is pressed, and the next one is q. */
async function watchList(
  url: string,
  act: () => Promise<string | undefined>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { context, stdout, stderr } = recordedContext({ GATEPROOF_KEY: toyKey });
  const acts = [act];
  const nextKey = async (over: AbortSignal) => {
    const next = acts.shift();
    if (next === undefined) return 'q';
    const key = await next();
    return key ?? new Promise<undefined>((resolve) => over.addEventListener('abort', () => resolve(undefined)));
  };
  const only = ['--only', 'model.list.object', 'model.list.answered', '--effort', 'quick'];
  const code = await runCli(['gateway', '--url', url, ...only, '--watch'], { ...context, nextKey });
  return { code, stdout: stdout(), stderr: stderr() };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

test('a gateway that comes up is judged without a key', async () => {
  const gone = await listen(listing('list'));
  const port = portOf(gone);
  await end(gone);
  const { code, stderr } = await watchList(`http://127.0.0.1:${port}`, async () => {
    await listen(listing('list'), port);
    return undefined;
  });
  expect(stderr).toContain('The gateway restarted.');
  expect(code).toBe(0);
});

test('Enter judges what is red again, and q ends with the exit code of the last run', async () => {
  let isMended = false;
  const gateway = await listen((...exchange) => listing(isMended ? 'list' : 'models')(...exchange));
  const { code, stdout, stderr } = await watchList(`http://127.0.0.1:${portOf(gateway)}`, async () => {
    isMended = true;
    return '\n';
  });
  expect(stderr).toContain('Reruns 1 failing rule');
  // Each run prints its last screen alone.
  expect(stdout).toContain('What is wrong: 1 cause');
  expect(stdout).not.toContain('observed');
  expect(code).toBe(0);
});
