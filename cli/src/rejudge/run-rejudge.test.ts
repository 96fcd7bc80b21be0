import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultDocument } from '@gateproof/harness';
import { afterAll, expect, test } from 'vitest';
import { toyGateway, toyKey } from '../gateway/toy-gateway.fixture.ts';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-rejudge-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...argv: readonly string[]) {
  const { context, stdout, stderr } = recordedContext({ GATEPROOF_KEY: toyKey });
  return { code: await runCli(argv, context), stdout: stdout(), stderr: stderr() };
}

test('a result judged by this version stays as it was; one that an older suite let pass does not', async () => {
  const json = join(folder, 'run.json');
  const url = await toyGateway();
  await run('gateway', '--url', url, '--only', 'error.envelope.', '--effort', 'quick', '--json', json);
  expect(await run('rejudge', json)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/0 of \d+ rules changed/),
  });

  const document = JSON.parse(readFileSync(json, 'utf8')) as ResultDocument;
  const rule = 'error.envelope.kind-present';
  const rules = document.rules.map((record) => {
    if (record.rule !== rule) return record;
    const { failure, ...rest } = record;
    return { ...rest, verdict: 'pass', witnesses: failure?.shownBy };
  });
  writeFileSync(json, JSON.stringify({ ...document, rules }));
  const { code, stdout } = await run('rejudge', json, '--markdown', join(folder, 'changes.md'));
  expect(code).toBe(1);
  expect(stdout).toContain(`${rule}  pass → fail`);
  expect(readFileSync(join(folder, 'changes.md'), 'utf8')).toContain(rule);
});

test('what is no result is refused in one line', async () => {
  const { code, stderr } = await run('rejudge', join(folder, 'none.json'));
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('there is no such file') });
});
