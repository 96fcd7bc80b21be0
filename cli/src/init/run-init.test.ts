import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulator } from '@gateproof/simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareList, toyGateway, toyKey } from '../gateway/toy-gateway.fixture.ts';
import { readProfile } from '../profile/read-profile.ts';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';
import { runInit } from './run-init.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-init-'));
const simulator = createSimulator({ defaultKey: 'sk-1', prefix: 'acme' });
let url = '';
beforeAll(async () => {
  url = await simulator.listen();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await simulator.close();
});

async function run(...argv: string[]) {
  const { context, stdout, stderr } = recordedContext({ GATEWAY_KEY: 'sk-1' });
  const code = await runCli(argv, context);
  return { code, stdout: stdout(), stderr: stderr() };
}

test('flags suffice: the gateway is looked at, and the profile says what was found and judges it', async () => {
  const file = join(folder, 'found.yaml');
  const { code, stdout } = await run('init', '--url', `${url}/v1/`, '--key-env', 'GATEWAY_KEY', '--output', file);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /the key is accepted, and chats name the model gateproof\/\S+\nits headers use the prefix acme\na testbed answers at /,
  );
  expect(readProfile(file)).toEqual({
    url,
    prefix: 'acme',
    key: { env: 'GATEWAY_KEY' },
    model: expect.stringMatching(/^gateproof\//),
    testbed: { url: `${url}/_testbed/v1` },
  });
  const judged = await run('gateway', '--profile', file, '--only', 'auth.key.unknown', '--effort', 'quick');
  expect(judged.code).toBe(0);
});

test('every part that stands as a comment is right once its mark is taken off', async () => {
  const file = join(folder, 'whole.yaml');
  await run('init', '--url', url, '--output', file);
  const bare = readFileSync(file, 'utf8').replace(
    /^# (?=(command|keys|models|webhooks|fragments|testbed):| {2})/gm,
    '',
  );
  writeFileSync(file, bare);
  const keys = ['command', 'fragments', 'key', 'keys', 'models', 'prefix', 'testbed', 'url', 'webhooks'];
  expect(Object.keys(readProfile(file)).sort()).toEqual(expect.arrayContaining(keys));
});

test('without a URL it asks', async () => {
  const file = join(folder, 'asked.yaml');
  const { context } = recordedContext();
  const asked: string[] = [];
  const answers = [url, 'MY_KEY', './gateway --port 8080'];
  const questions = {
    text: async (message: string) => {
      asked.push(message);
      return answers[asked.length - 1] ?? '';
    },
  };
  expect(await runInit({ output: file }, context, questions)).toBe(0);
  expect(asked).toHaveLength(3);
  expect(readProfile(file)).toMatchObject({ url, key: { env: 'MY_KEY' }, command: { start: './gateway --port 8080' } });
});

test('whoever ends the questions gets no profile', async () => {
  const file = join(folder, 'ended.yaml');
  const { context } = recordedContext();
  let asked = 0;
  const text = async () => {
    asked += 1;
    if (asked === 2) throw new Error('User force closed the prompt');
    return url;
  };
  await expect(runInit({ output: file }, context, { text })).rejects.toThrow('nothing was written');
  expect(existsSync(file)).toBe(false);
});

test.each([
  [['init'], 2, 'init needs --url where nobody can be asked'],
  [['init', '--url', 'gateway'], 2, 'is no http or https URL'],
  [['init', '--url', 'http://127.0.0.1:1'], 4, 'cannot connect to http://127.0.0.1:1'],
  [['init', '--url', 'http://127.0.0.1:1', '--output', '/no/such/folder/x.yaml'], 2, '--output: cannot write'],
])('%o ends with exit code %i', async (argv, code, message) => {
  const output = argv.includes('--output') ? [] : ['--output', join(folder, 'never.yaml')];
  const done = await run(...argv, ...output);
  expect(done).toMatchObject({ code, stderr: expect.stringContaining(message) });
});

test('a file that is there is kept unless it is forced', async () => {
  const file = join(folder, 'kept.yaml');
  expect((await run('init', '--url', url, '--output', file)).code).toBe(0);
  const again = await run('init', '--url', url, '--output', file);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('is there already; add --force') });
  expect((await run('init', '--url', url, '--output', file, '--force')).code).toBe(0);
});

test('a model without a modality is tried with a small chat and written; its id may have no slash', async () => {
  const file = join(folder, 'bare.yaml');
  const toy = await toyGateway({ list: bareList('text-embedding-3', 'toy-small') });
  const { context, stdout } = recordedContext({ GATEWAY_KEY: toyKey });
  expect(await runCli(['init', '--url', toy, '--key-env', 'GATEWAY_KEY', '--output', file], context)).toBe(0);
  expect(stdout()).toContain('the key is accepted, and chats name the model toy-small\n');
  expect(readProfile(file)).toMatchObject({ url: toy, model: 'toy-small' });
});

test('a key on the command line serves for the look, and stays out of the profile', async () => {
  const file = join(folder, 'keyed.yaml');
  const { context, stdout } = recordedContext();
  expect(await runCli(['init', '--url', url, '--key', 'sk-1', '--output', file], context)).toBe(0);
  expect(stdout()).toContain('the key is accepted, and');
  expect(stdout()).toContain('set GATEPROOF_KEY to the key before a run\n');
  expect(readFileSync(file, 'utf8')).not.toContain('sk-1');
});

test('what is missing is said in fields of the profile that is written', async () => {
  const file = join(folder, 'no-model.yaml');
  const toy = await toyGateway({ list: { object: 'list', data: [] } });
  const { context, stdout } = recordedContext();
  expect(await runCli(['init', '--url', toy, '--key', toyKey, '--output', file], context)).toBe(0);
  expect(stdout()).toContain(`name a text model: write model: MODEL in ${file}\n`);
});

test('a key that the gateway refuses is said at once, and nothing is written', async () => {
  const file = join(folder, 'refused.yaml');
  const { context, stderr } = recordedContext({ GATEWAY_KEY: 'sk-wrong' });
  expect(await runCli(['init', '--url', url, '--key-env', 'GATEWAY_KEY', '--output', file], context)).toBe(2);
  expect(stderr()).toMatch(
    /^gateproof: the key is refused: GET \S+ with it answered 401 .*; set GATEWAY_KEY to the key of a test account\. Nothing was written\.\n$/,
  );
  expect(existsSync(file)).toBe(false);
});

test('whoever is asked names a model where the list names none that serves; else the profile has a line for it', async () => {
  const toy = await toyGateway({ list: bareList('a'), serves: [] });
  const { context } = recordedContext({ GATEWAY_KEY: toyKey });
  const asked: string[] = [];
  const text = async (message: string, standard: string) => {
    asked.push(message);
    return message.startsWith('Base URL') ? toy : message.includes('model') ? 'toy-large' : standard;
  };
  const named = join(folder, 'named.yaml');
  expect(await runInit({ output: named, keyEnv: 'GATEWAY_KEY' }, context, { text })).toBe(0);
  expect(asked.at(-1)).toMatch(/^A cheap text model/);
  expect(readProfile(named)).toMatchObject({ model: 'toy-large' });
  const unnamed = join(folder, 'unnamed.yaml');
  const { context: silent, stdout } = recordedContext({ GATEWAY_KEY: toyKey });
  expect(await runCli(['init', '--url', toy, '--key-env', 'GATEWAY_KEY', '--output', unnamed], silent)).toBe(0);
  expect(stdout()).toContain('no text model is known: no listed model serves a chat: a (404 model_not_found');
  expect(readFileSync(unnamed, 'utf8')).toContain('# model: MODEL ');
});
