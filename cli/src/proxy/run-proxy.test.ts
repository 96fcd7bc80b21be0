import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviations } from '@gateproof/deviations';
import type { ResultDocument } from '@gateproof/harness';
import { createSimulator, referenceBehaviour, type Simulator } from '@gateproof/simulator';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-proxy-'));
const json = join(folder, 'traffic.json');
const simulators: Simulator[] = [];
afterEach(() => Promise.all(simulators.splice(0).map((simulator) => simulator.close())));
afterAll(() => rmSync(folder, { recursive: true }));

async function simulatorUrl(deviation?: string): Promise<string> {
  const found = deviations.find(({ id }) => id === deviation);
  const behaviour = found === undefined ? referenceBehaviour : found.apply(referenceBehaviour);
  const simulator = createSimulator({ defaultKey: 'sk-test', behaviour });
  simulators.push(simulator);
  return simulator.listen();
}

/** Lets a client talk through a proxy, then stops the proxy. */
async function proxied(target: string, talk: (url: string) => Promise<void>) {
  const { context, stdout, stderr, interrupt } = recordedContext();
  const ended = runCli(['proxy', '--target', target, '--json', json], context);
  const url = await vi.waitFor(() => {
    const found = /proxy at (\S+),/.exec(stderr())?.[1];
    if (found === undefined) throw new Error('the proxy does not listen yet');
    return found;
  }, 30_000);
  await talk(url);
  interrupt();
  const code = await ended;
  const text = readFileSync(json, 'utf8');
  const document = JSON.parse(text) as ResultDocument;
  const verdict = (rule: string) => document.rules.find((record) => record.rule === rule)?.verdict;
  return { code, stdout: stdout(), stderr: stderr(), text, verdict };
}

const headers = { authorization: 'Bearer sk-test', 'content-type': 'application/json' };
async function chat(url: string, more: object, extra: Record<string, string> = {}): Promise<void> {
  const body = JSON.stringify({ model: 'gateproof/echo', messages: [{ role: 'user', content: 'hello' }], ...more });
  const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers: { ...headers, ...extra }, body });
  await answer.arrayBuffer();
}

test('two parties that keep their rules pass', async () => {
  const { code, stdout, text, verdict } = await proxied(await simulatorUrl(), async (url) => {
    await chat(url, {});
    await chat(url, { stream: true });
    await chat(url, { model: 'no/such' });
    await fetch(`${url}/v1/models`, { headers });
  });
  expect(code).toBe(0);
  expect(stdout).toContain('(proxy)');
  expect(verdict('error.envelope.param-null')).toBe('pass');
  expect(verdict('client.request.bearer')).toBe('pass');
  expect(verdict('client.retry.terminal')).toBe('pass');
  expect(verdict('client.retry.retry-after')).toBe('not-applicable');
  expect(text).not.toContain('sk-test');
});

test('a client that repeats a terminal request and puts its key in the URL is reported', async () => {
  const { code, stdout, stderr, verdict } = await proxied(await simulatorUrl(), async (url) => {
    await chat(url, { model: 'no/such' });
    await chat(url, { model: 'no/such' });
    await fetch(`${url}/v1/models?key=sk-test`, { headers });
  });
  expect(code).toBe(1);
  expect(verdict('client.retry.terminal')).toBe('fail');
  expect(stdout).toContain('the same request again after');
  // What passed by cannot be run again.
  expect(stdout).not.toContain('replay');
  expect(verdict('client.request.key-not-in-url')).toBe('fail');
  expect(verdict('client.request.json')).toBe('pass');
  expect(stderr).toContain('GET /v1/models breaks client.request.key-not-in-url');
});

test('a gateway that breaks a standing rule is reported', async () => {
  const { code, verdict } = await proxied(await simulatorUrl('error.envelope.param-null'), async (url) => {
    await chat(url, { model: 'no/such' });
  });
  expect(verdict('error.envelope.param-null')).toBe('fail');
  expect(code).toBe(1);
});

test.each([
  [[], 'a proxy needs the gateway that it stands in front of: --target URL', 2],
  [['--target', 'localhost:8080'], 'is no http or https URL', 2],
  [['--target', 'http://127.0.0.1:9/v1'], 'ends with /v1; give http://127.0.0.1:9', 2],
  [['--target', 'http://127.0.0.1:9'], 'cannot connect to http://127.0.0.1:9/', 4],
])('proxy %j ends with one line', async (flags, message, code) => {
  const { context, stderr } = recordedContext();
  expect(await runCli(['proxy', ...flags], context)).toBe(code);
  expect(stderr()).toContain(message);
});
