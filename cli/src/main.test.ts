import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-main-'));
afterAll(() => rmSync(folder, { recursive: true }));

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Starts the command line in a process of its own, from the sources. */
function start(...argv: string[]) {
  const code = `import(${JSON.stringify(main)}).then(({ main }) => main(${JSON.stringify(argv)}))`;
  // In CI a run without a target is refused.
  const { FORCE_COLOR: _, CI: _ci, ...env }: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1' };
  // What one process has compiled, the next one reads.
  const cached = { ...env, NODE_COMPILE_CACHE: join(folder, 'compiled'), XDG_CACHE_HOME: folder };
  return spawn(process.execPath, ['--conditions=@gateproof/source', '-e', code], { env: cached });
}

async function run(...argv: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = start(...argv);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, stdout, stderr };
}

test('a run against the built-in simulator is conformant, and its reports are written', async () => {
  const files = { json: join(folder, 'run.json'), junit: join(folder, 'run.xml') };
  const only = ['--only', 'auth.key.missing', 'auth.key.unknown', '--effort', 'quick', '--seed', '7'];
  const { code, stdout } = await run('gateway', ...only, '--json', files.json, '--junit', files.junit);
  expect(stdout).toContain('2 passed of 2 rules · exit 0: no rule broken (2 of 2 tested)');
  expect(stdout).toContain('seed 7, effort quick');
  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(files.json, 'utf8'))).toMatchObject({ summary: { exitCode: 0 }, run: { seed: 7 } });
  expect(readFileSync(files.junit, 'utf8')).toContain('name="auth.key.missing"');
});

test('an unreachable target ends at once with its own exit code', async () => {
  const { code, stdout, stderr } = await run('gateway', '--url', 'http://127.0.0.1:1', '--key', 'sk-1');
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(stderr).toContain('cannot connect to http://127.0.0.1:1');
});

test('what cannot be done is refused in one line with exit code 2', async () => {
  const { code, stderr } = await run('gateway', '--deviation', 'no-such-thing');
  expect(stderr).toContain("No deviation is called 'no-such-thing'");
  expect(code).toBe(2);
  const twice = await run('gateway', '--deviation', 'auth.key.missing', '--deviation', 'job.read.final');
  expect(twice.stderr).toContain('A run has one deviation, and auth.key.missing was given before.');
  expect(twice.code).toBe(2);
});

test('the simulator answers the request of its banner and ends cleanly on SIGTERM', async () => {
  const child = start('simulate', '--port', '0', '--seed', '1');
  const exit = once(child, 'exit');
  let banner = '';
  for await (const chunk of child.stdout) {
    banner += String(chunk);
    if (banner.includes('Ctrl-C ends it.')) break;
  }
  const baseUrl = /listens at (\S+)/.exec(banner)?.[1] ?? '';
  const key = /key {3}(\S+)/.exec(banner)?.[1] ?? '';
  const body = /-d '(.+)'/.exec(banner)?.[1] ?? '';
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}/v1/chat/completions`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ choices: [{ message: { role: 'assistant' } }] });
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

test('the simulator forwards webhooks to a receiver on this machine, and prints in one line what it could not', async () => {
  const bodies: string[] = [];
  const hook = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(500).end();
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;
  const child = start('simulate', '--port', '0', '--forward-webhooks', url);
  const exit = once(child, 'exit');
  let banner = '';
  for await (const chunk of child.stdout) {
    banner += String(chunk);
    if (banner.includes('Ctrl-C ends it.')) break;
  }
  expect(banner).toContain(`forwards webhooks to ${url}, signed with whsec_`);
  const headers = { authorization: `Bearer ${/key {3}(\S+)/.exec(banner)?.[1]}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'gateproof/image', prompt: 'a square' });
  const line = once(child.stderr, 'data');
  await fetch(`${/listens at (\S+)/.exec(banner)?.[1]}/v1/images/generations`, { method: 'POST', headers, body });
  expect(String(await line)).toMatch(/^job\.succeeded evt_\w+ of job_\w+ not forwarded to \S+: answered 500\n$/);
  expect(bodies).toHaveLength(1);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  hook.close();
});

test('a testbed that is named but not there ends the run instead of weakening it', async () => {
  const gateway = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  const profile = join(folder, 'profile.yaml');
  writeFileSync(
    profile,
    `url: http://127.0.0.1:${port}\nkey: { value: sk-1 }\ntestbed: { url: "http://127.0.0.1:${port}/none" }\n`,
  );
  const { code, stderr } = await run('gateway', '--profile', profile);
  gateway.close();
  expect(stderr).toContain(`nothing at http://127.0.0.1:${port}/none speaks the testbed protocol`);
  expect(code).toBe(4);
});

test('SIGINT ends a run as soon as it has begun, and the report says that it was cut short', async () => {
  const child = start(
    'gateway',
    ...'--simulator --effort thorough --only version --time-limit 60 --concurrency 1'.split(' '),
  );
  const exit = once(child, 'exit');
  const stdout = text(child.stdout);
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  expect(await exit).toEqual([3, null]);
  expect(await stdout).toContain('cut short the run was interrupted');
  expect(await stdout).toMatch(/\d+ inconclusive/);
});

/** A gateway that answers the model list, if at all, and holds back every other request; `held` resolves with the first. */
async function holdingBack(answersList: boolean) {
  let hold = () => {};
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const server = createServer((request, response) => {
    if (answersList && request.url === '/v1/models') response.end('{"object":"list","data":[]}');
    else hold();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, held };
}

test('SIGINT ends the opening of a target that never answers, before its limit', async () => {
  const { url, held } = await holdingBack(false);
  const child = start('gateway', '--url', url, '--key', 'sk-1');
  const exit = once(child, 'exit');
  const stderr = text(child.stderr);
  await held;
  child.kill('SIGINT');
  expect(await exit).toEqual([3, null]);
  expect(await stderr).toBe('gateproof: interrupted before the run began; nothing was judged\n');
});

test('SIGTERM ends a smoke test that is never answered', async () => {
  const { url, held } = await holdingBack(true);
  const profile = join(folder, 'smoke.yaml');
  writeFileSync(profile, `url: ${url}\nkey: { value: sk-1 }\nmodel: a/b\nlimits: { request_timeout_ms: 600000 }\n`);
  const child = start('gateway', '--profile', profile, '--only', 'version.prefix.chat');
  const exit = once(child, 'exit');
  const stdout = text(child.stdout);
  await held;
  child.kill('SIGTERM');
  expect(await exit).toEqual([3, null]);
  expect(await stdout).toContain('the run was interrupted');
});
