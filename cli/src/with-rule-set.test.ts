import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { recordedContext } from './recorded-context.fixture.ts';
import { runCli } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-rule-set-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...argv: string[]) {
  const { context, stderr } = recordedContext({});
  return { code: await runCli(argv, context), stderr: stderr() };
}

test('the rule set of a run stands in its result', async () => {
  const file = join(folder, 'run.json');
  const judged = ['--only', 'auth.key.missing', '--effort', 'quick', '--simulator', '--json', file];
  expect(await run('gateway', '--ruleset', '1.0', ...judged)).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(file, 'utf8')).run.ruleset).toBe('1.0');
});

test('a rule set that does not exist is refused, with those that do', async () => {
  const { code, stderr } = await run('gateway', '--ruleset', '7.3');
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('ruleset must be one of 1.0') });
});

test('so is one that a profile names', async () => {
  const profile = join(folder, 'gateway.yaml');
  writeFileSync(profile, 'url: http://127.0.0.1:9\nkey: { value: sk-1 }\nruleset: 7.3\n');
  const { code, stderr } = await run('gateway', '--profile', profile);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('ruleset must be one of 1.0') });
});
