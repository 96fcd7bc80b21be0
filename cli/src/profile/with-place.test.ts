import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-variable-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['key: { env: MAIN_KEY }', 'MAIN_KEY', '2:13'],
  ['key: { value: sk-1 }\nkeys:\n  expired: { env: OLD_KEY }', 'OLD_KEY', '4:19'],
  ['testbed: { url: "http://127.0.0.1:9", token_env: TOKEN }\nkey: { value: sk-1 }', 'TOKEN', '2:50'],
  ['key: { value: sk-1 }\ncontainer: { image: a, port: 1, env: { A: { env: B } } }', 'B', '3:50'],
])('a variable that is not set is reported with the line that names it: %s', async (text, name, place) => {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, `url: http://127.0.0.1:1\n${text}\n`);
  const { context, stderr } = recordedContext();
  expect(await runCli(['gateway', '--profile', file], context)).toBe(2);
  expect(stderr()).toBe(
    `gateproof: ${file}:${place}: the environment variable ${name} is not set; set it (export ${name}=…), or name another\n`,
  );
});

test('a key on the command line makes the variable of the profile needless', async () => {
  const file = join(folder, 'given.yaml');
  writeFileSync(file, 'url: http://127.0.0.1:1\nkey: { env: MAIN_KEY }\n');
  const { context } = recordedContext();
  expect(await runCli(['gateway', '--profile', file, '--key', 'sk-1'], context)).toBe(4);
});
