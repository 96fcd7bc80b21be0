import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleResult } from '../gateway/sample-result.fixture.ts';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'run.json');
const request = {
  method: 'GET',
  url: 'http://gateway.test/v1/models',
  headers: [],
  body: { text: '' },
  bodyBytes: 0,
  atMs: 1,
};
const [failed] = sampleResult().rules;
const { failure: _, ...passed } = { ...failed, rule: 'model.list', verdict: 'pass', witnesses: ['x7'] };
writeFileSync(
  file,
  JSON.stringify({
    ...sampleResult(),
    rules: [failed, passed],
    exchanges: { x7: { id: 'x7', side: 'request', request, ending: 'complete', endedAtMs: 2 } },
  }),
);

async function report(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { context, stdout, stderr } = recordedContext({});
  const code = await runCli(['report', file, ...argv], context);
  return { code, stdout: stdout(), stderr: stderr() };
}

test('a result is printed again, with commands that name its file', async () => {
  const before = readFileSync(file, 'utf8');
  const { code, stdout } = await report();
  expect(code).toBe(0);
  expect(stdout).toContain(`npx gateproof report ${file}`);
  expect(stdout).toContain('exit 1: a rule is broken');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a rule is printed whole, one that passed with its witnesses', async () => {
  const { code, stdout } = await report('stream.done', 'model.list');
  expect(code).toBe(0);
  expect(stdout).toContain('✗ fail  stream.done');
  expect(stdout).toContain('✓ pass  model.list');
  expect(stdout).toContain('  cases     1 run, 1 of them exercised the rule\n\n  x7 harness → gateway');
});

test('an exchange is printed whole', async () => {
  const { stdout } = await report('x7');
  expect(stdout).toContain('> GET http://gateway.test/v1/models\n');
});

test('an id that the result does not have is refused with the nearest rule', async () => {
  const { code, stderr } = await report('stream.dona');
  expect(code).toBe(2);
  expect(stderr).toContain('the result has no cause, rule or exchange stream.dona. Did you mean stream.done?');
});

test('other forms of the report are written from it', async () => {
  const { code, stdout } = await report('--markdown', '-');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^## ❌ Gateproof/);
});
