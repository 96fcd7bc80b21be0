import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-replay-'));
const servers: Server[] = [];
afterAll(() => {
  rmSync(folder, { recursive: true });
  for (const server of servers) server.close();
});

async function run(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { context, stdout, stderr } = recordedContext({ GATEPROOF_WEBHOOK_SECRET: 'whsec_0123456789' });
  const code = await runCli(argv, context);
  return { code, stdout: stdout(), stderr: stderr() };
}

/** A client that says that every delivery is genuine. */
const credulous = `
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, op } = JSON.parse(line);
    const result = op === 'hello'
      ? { protocol: 'gateproof-driver/1', name: 'credulous', operations: ['verify_webhook'] }
      : { valid: true };
    if (op === 'close') process.exit(0);
    console.log(JSON.stringify({ id, ok: true, result }));
  });`;

test('a broken rule of a client is replayed in one execution', async () => {
  const rule = 'client.webhook.wrong-secret';
  const json = join(folder, 'client.json');
  const found = await run(
    'client',
    '--only',
    rule,
    '--drivers',
    '1',
    '--json',
    json,
    '--',
    process.execPath,
    '-e',
    credulous,
  );
  expect(found.code).toBe(1);
  expect(found.stdout).toContain(`gateproof replay ${json} ${rule}`);
  expect((await run('replay', json, rule)).stderr).toContain('a file is not trusted with that; name it again');
  const again = await run('replay', json, rule, '--', process.execPath, '-e', credulous);
  expect(again.stdout).toContain(`✗ fail  ${rule}`);
  expect(again.code).toBe(1);
});

test('a broken rule of a receiver is replayed, with its secret from the environment', async () => {
  let posts = 0;
  const server = createServer((request, response) => {
    posts += request.method === 'POST' ? 1 : 0;
    request.resume();
    response.writeHead(200).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const rule = 'receiver.forged.wrong-secret';
  const json = join(folder, 'receiver.json');
  expect((await run('receiver', '--url', url, '--only', rule, '--json', json)).code).toBe(1);
  expect(readFileSync(json, 'utf8')).not.toContain('whsec_0123456789');
  posts = 0;
  expect((await run('replay', json, rule)).code).toBe(2);
  expect(posts).toBe(0);
  const again = await run('replay', json, rule, '--url', url);
  expect(again.stdout).toContain(`✗ fail  ${rule}`);
  expect(again.code).toBe(1);
  expect(posts).toBeGreaterThan(0);
});
