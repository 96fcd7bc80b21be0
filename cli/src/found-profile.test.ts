import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bareList, toyGateway, toyKey } from './gateway/toy-gateway.fixture.ts';
import { recordedContext } from './recorded-context.fixture.ts';
import { runCli } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-found-'));
const path = join(folder, 'gateproof.yaml');
afterAll(() => rmSync(folder, { recursive: true }));

const few = ['--only', 'auth.key.missing', '--effort', 'quick'];

async function run(...argv: string[]) {
  const { context, stdout, stderr } = recordedContext({ GATEPROOF_KEY: toyKey }, folder);
  return { code: await runCli(argv, context), stdout: stdout(), stderr: stderr() };
}

test.each([['gateway', ...few], ['doctor']])(
  '%s takes the profile of the working folder, and names it first',
  async (...argv) => {
    const url = await toyGateway();
    writeFileSync(path, `url: ${url}\n`);
    const { stdout, stderr } = await run(...argv);
    expect(stderr.split('\n')[0]).toBe(`profile ${path} (found in this folder; --no-config ignores it)`);
    expect(stdout).toContain(url);
  },
);

test('what is named on the command line counts in its place', async () => {
  const [found, named] = [await toyGateway(), await toyGateway({ list: bareList('other'), serves: ['other'] })];
  writeFileSync(path, `url: ${found}\n`);
  const { stdout, stderr } = await run('gateway', '--url', named, ...few);
  expect(stdout).toContain(named);
  expect(stderr).not.toContain(path);
});

test('--no-config judges the built-in simulator', async () => {
  writeFileSync(path, 'this is no profile');
  expect((await run('gateway', ...few)).code).toBe(2);
  const { code, stderr } = await run('gateway', '--no-config', ...few);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining(path) });
});
