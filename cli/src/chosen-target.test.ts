import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bareList, toyGateway, toyKey } from './gateway/toy-gateway.fixture.ts';
import { recordedContext } from './recorded-context.fixture.ts';
import { runCli } from './run-cli.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gateproof-chosen-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const few = ['--only', 'auth.key.missing', '--effort', 'quick'];
const inCi = { CI: 'true' };

async function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { context, stdout, stderr } = recordedContext({ GATEPROOF_KEY: toyKey, ...env }, folder);
  return { code: await runCli([...argv], context), stdout: stdout(), stderr: stderr() };
}

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('a profile of the folder', () => {
  test.each([['gateway', ...few], ['doctor']])('is taken by %s and named first, in CI as well', async (...argv) => {
    const url = await toyGateway();
    const path = written('gateproof.yml', `url: ${url}\n`);
    const { stdout, stderr } = await run(argv, inCi);
    expect(stderr.split('\n')[0]).toBe(`profile ${path} (found in this folder; --no-config ignores it)`);
    expect(stdout).toContain(url);
  });

  test('is named with the one beside it that is not read', async () => {
    const url = await toyGateway();
    written('gateproof.yaml', `url: ${url}\n`);
    const other = written('gateproof.yml', 'url: http://127.0.0.1:1\n');
    expect((await run(['gateway', ...few])).stderr).toContain(`; ${other} beside it is not read\n`);
  });

  test('gives way to what is named on the command line', async () => {
    const [found, named] = [await toyGateway(), await toyGateway({ list: bareList('other'), serves: ['other'] })];
    const path = written('gateproof.yaml', `url: ${found}\n`);
    const { stdout, stderr } = await run(['gateway', '--url', named, ...few]);
    expect(stdout).toContain(named);
    expect(stderr).not.toContain(path);
  });

  test('gives way to --simulator, and to --no-config', async () => {
    const path = written('gateproof.yaml', 'this is no profile');
    expect((await run(['gateway', ...few])).code).toBe(2);
    for (const option of ['--no-config', '--simulator']) {
      const { code, stderr } = await run(['gateway', option, ...few]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining(path) });
    }
  });
});

describe('without any target', () => {
  test('the built-in simulator is tested, and one line says so', async () => {
    const { code, stderr } = await run(['gateway', ...few]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^NO TARGET GIVEN: this tests the built-in reference simulator, not your gateway\./);
  });

  test.each([
    [['--key', 'sk-1']],
    [['--model', 'm']],
    [['--header', 'x: y']],
    [['--prefix', 'acme']],
    [['--claims', 'core']],
    [['--request-timeout', '10']],
    [['--comeback', '10']],
    [['--wait', '1']],
    [['--budget', '100']],
    [['--allow-destructive']],
    [['--baseline', 'known.yaml']],
    [['--quiet']],
  ])('%j means one: exit code 2, and what to give', async (given) => {
    const { code, stdout, stderr } = await run(['gateway', ...few, ...given]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/no target is named, but .*--(\w|-)+/);
    expect(stderr).toMatch(/Give --url URL with --key KEY, or --profile FILE, .*; --simulator tests/);
  });

  test.each([[[]], [few], [['--no-config', ...few]], [['--effort', 'quick']]])(
    'a run in CI with %j ends with 2',
    async (argv) => {
      const { code, stderr } = await run(['gateway', ...argv], inCi);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('CI is set') });
    },
  );

  test.each(['', 'false', '0'])('CI=%s is not CI', async (value) => {
    expect((await run(['gateway', ...few], { CI: value })).code).toBe(0);
  });

  test('the doctor ends with 2 in CI too', async () => {
    expect((await run(['doctor'], inCi)).code).toBe(2);
  });
});

describe('the simulator that is named', () => {
  test.each([[['--simulator', '--claims', 'basic', '--quiet']], [['--variation', 'chat.metadata.other-refused']]])(
    'by %j is tested in CI, without a word about it',
    async (named) => {
      const { code, stderr } = await run(['gateway', ...few, ...named], inCi);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('NO TARGET') });
    },
  );

  test.each([
    ['--url', 'http://127.0.0.1:1'],
    ['--profile', 'p.yaml'],
    ['--command', 'true'],
  ])('is not named beside %s', async (...other) => {
    const { code, stderr } = await run(['gateway', '--simulator', ...other]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('cannot be used with') });
  });
});

test('a profile that is named and is not there ends with 2', async () => {
  expect((await run(['gateway', '--profile', join(folder, 'none.yaml'), ...few])).code).toBe(2);
});
