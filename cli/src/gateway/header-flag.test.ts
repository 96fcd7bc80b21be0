import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultDocument } from '@gateproof/harness';
import { afterAll, expect, it } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';
import { sendJson, type Toy, toyGateway, toyKey } from './toy-gateway.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-header-'));
afterAll(() => rmSync(folder, { recursive: true }));

const config = '{"provider":"acme","token":"s3cret-of-tenant"}';

/** Refuses everything that comes without its header, whatever it is. */
const answer: NonNullable<Toy['answer']> = (request, response) => {
  const isWhole = request.headers['x-config'] === config;
  if (!isWhole) sendJson(response, 400, { status: 'failure', message: 'the header x-config is required' });
  return !isWhole;
};

async function judge(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { context, stdout, stderr } = recordedContext();
  const json = join(folder, 'run.json');
  const code = await runCli(['gateway', ...args, '--effort', 'quick', '--json', json], {
    ...context,
    env: { ...context.env, ...env },
  });
  const text = readFileSync(json, 'utf8');
  return { code, text, stdout: stdout(), stderr: stderr(), document: JSON.parse(text) as ResultDocument };
}

const only = ['--only', 'chat.response', 'auth.key'] as const;

it('reaches a gateway that wants a header with every request, and keeps its value out of all that is written', async () => {
  const url = await toyGateway({ answer });
  const { document, text, stdout } = await judge([
    '--url',
    url,
    '--key',
    toyKey,
    '--header',
    `x-config: ${config}`,
    ...only,
  ]);
  expect(document.rules.find(({ rule }) => rule === 'chat.response.json')?.verdict).toBe('pass');
  expect(document.target.arguments).toEqual(['--url', url, '--header', 'x-config: $GATEPROOF_HEADER_X_CONFIG']);
  expect(text).toContain('-H \\"x-config: $GATEPROOF_HEADER_X_CONFIG\\"');
  expect(`${text}${stdout}`).not.toContain('s3cret-of-tenant');
});

it.each([
  ['the command line', (url: string) => ['--url', url, '--key', toyKey, '--header', 'x-config: $ACME_CONFIG']],
  [
    'a profile',
    (url: string) => {
      const file = join(folder, 'gateway.yaml');
      writeFileSync(file, `url: ${url}\nkey: { value: ${toyKey} }\nheaders: { x-config: { env: ACME_CONFIG } }\n`);
      return ['--profile', file];
    },
  ],
])('%s may take the value from the environment', async (_where, args) => {
  const { document, text } = await judge([...args(await toyGateway({ answer })), ...only], { ACME_CONFIG: config });
  expect(document.rules.find(({ rule }) => rule === 'chat.response.json')?.verdict).toBe('pass');
  expect(text).toContain('-H \\"x-config: $ACME_CONFIG\\"');
  expect(text).not.toContain('s3cret-of-tenant');
});

it('is asked for in the words of the gateway where it is missing', async () => {
  const url = await toyGateway({ answer });
  const { code, document } = await judge(['--url', url, '--key', toyKey]);
  expect(document.run.cutShort?.sentence).toMatch(
    /: 400, "the header x-config is required"; send what it asks for .*--header 'NAME: VALUE'$/,
  );
  expect(code).toBe(3);
});

it('stands in the profile that init writes by its variable, and doctor takes it', async () => {
  const { context, stdout } = recordedContext();
  const withKey = { ...context, env: { ...context.env, GATEPROOF_KEY: toyKey } };
  const output = join(folder, 'written.yaml');
  const target = ['--url', await toyGateway({ answer }), '--header', `x-config: ${config}`];
  expect(await runCli(['init', ...target, '--output', output], withKey)).toBe(0);
  expect(readFileSync(output, 'utf8')).toContain(
    'headers:    # sent with every request\n  x-config: { env: GATEPROOF_HEADER_X_CONFIG }',
  );
  expect(stdout()).toContain('set GATEPROOF_HEADER_X_CONFIG to the value of the header x-config before a run');
  // The toy serves no single model, which is the only cross.
  expect(await runCli(['doctor', ...target], withKey)).toBe(1);
  expect(stdout().match(/✗ .*/g)).toEqual([expect.stringContaining('a listed model is served')]);
  expect(existsSync(output)).toBe(true);
});
