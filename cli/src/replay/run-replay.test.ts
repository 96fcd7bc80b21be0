import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulator, referenceBehaviour, type Simulator } from '@gateproof/simulator';
import { resultSchema } from '@gateproof/spec';
import { SchemaValidator } from '@gateproof/spec/validation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-replay-'));
const rule = 'fallback.limit.refused-chat';
const bodies = { ...referenceBehaviour.bodies, maxFallbackModels: 6 };
let broken: Simulator;
let profile: string;

beforeAll(async () => {
  broken = createSimulator({ behaviour: { ...referenceBehaviour, bodies }, defaultKey: 'sk-test' });
  profile = profileOf('broken', await broken.listen());
});
afterAll(async () => {
  await broken.close();
  rmSync(folder, { recursive: true });
});

/** A profile that names the simulator with its testbed. */
function profileOf(name: string, url: string): string {
  const path = join(folder, `${name}.yaml`);
  writeFileSync(path, `url: ${url}\nkey: { env: GATEPROOF_KEY }\ntestbed: { url: "${url}/_testbed/v1" }\n`);
  return path;
}

async function run(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { context, stdout, stderr } = recordedContext({ GATEPROOF_KEY: 'sk-test' });
  const code = await runCli(argv, context);
  return { code, stdout: stdout(), stderr: stderr() };
}

test('a failure is found, reported, replayed as broken, and holds on a repaired target', async () => {
  const json = join(folder, 'run.json');
  const found = await run('gateway', '--profile', profile, '--only', rule, '--seed', '3', '--json', json);
  expect(found.stdout).toContain(`✗ fail  ${rule}`);
  expect(found.stdout).toContain(`gateproof replay ${json} ${rule}`);
  expect(found.code).toBe(1);
  expect(readFileSync(json, 'utf8')).not.toContain('sk-test');
  expect(new SchemaValidator(resultSchema()).problems(JSON.parse(readFileSync(json, 'utf8')))).toEqual([]);

  const again = await run('replay', json, rule, '--profile', profile);
  expect(again.stdout).toContain(`✗ fail  ${rule}`);
  expect(again.code).toBe(1);

  const repaired = createSimulator({ defaultKey: 'sk-test' });
  const held = await run('replay', json, rule, '--profile', profileOf('repaired', await repaired.listen()));
  await repaired.close();
  expect(held.stdout).toContain('The rule holds now.');
  expect(held.code).toBe(0);
});

test('a result runs no command and sends no key to a host that it names itself', async () => {
  const json = join(folder, 'foreign.json');
  const touched = join(folder, 'touched');
  await run('gateway', '--profile', profile, '--only', rule, '--effort', 'quick', '--json', json);
  const { target, ...document } = JSON.parse(readFileSync(json, 'utf8'));
  const named = { ...target, arguments: ['--url', 'http://127.0.0.1:9', '--command', `touch ${touched}`] };
  writeFileSync(json, JSON.stringify({ ...document, target: named }));
  const { code, stderr } = await run('replay', json, rule);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('a file is not trusted with that') });
  expect(existsSync(touched)).toBe(false);
});

test('a result that does not match its schema is refused in one line', async () => {
  const path = join(folder, 'damaged.json');
  writeFileSync(path, '{"format":"gateproof-result/1","rules":[]}');
  const { code, stderr } = await run('replay', path, rule);
  expect(code).toBe(2);
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringContaining('is a damaged result document: it lacks the key tool'),
  ]);
});

test('a result without such a failure cannot be replayed', async () => {
  const path = join(folder, 'empty.json');
  writeFileSync(path, '{"format":"gateproof-result/0"}');
  const { code, stderr } = await run('replay', path, rule);
  expect(code).toBe(2);
  expect(stderr).toContain('found format gateproof-result/0');
});
