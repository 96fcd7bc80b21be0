import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleResult } from '../gateway/sample-result.fixture.ts';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-compare-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, change: object): string {
  const [record] = sampleResult().rules;
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify({ ...sampleResult(), rules: [{ ...record, ...change }] }));
  return path;
}

const red = written('red.json', {});
const green = written('green.json', { verdict: 'pass', witnesses: ['x1'], failure: undefined });
const open = written('open.json', { verdict: 'inconclusive', reason: 'it never arose', failure: undefined });
const other = written('other.json', { rule: 'auth.a' });

async function compare(...argv: string[]) {
  const { context, stdout, stderr } = recordedContext({});
  return { code: await runCli(['compare', ...argv], context), stdout: stdout(), stderr: stderr() };
}

test.each([
  [green, red, 1, '✗ 1 rule broken now'],
  [red, green, 0, '✓ 1 rule fixed'],
  [green, open, 3, '? 1 rule kept before, and not tested any more'],
  [red, open, 3, '? 1 rule broken before, and not tested any more'],
  [open, red, 0, '✗ 1 rule seen to be broken now, and not tested before'],
  [red, red, 0, '0 of 1 rule changed'],
])('%s then %s ends with %i', async (before, after, code, text) => {
  const { code: found, stdout } = await compare(before, after);
  expect(found).toBe(code);
  expect(stdout).toContain(text);
});

test('a comparison is written for a comment', async () => {
  const markdown = join(folder, 'changes.md');
  expect((await compare(green, red, '--markdown', markdown)).code).toBe(1);
  expect(readFileSync(markdown, 'utf8')).toContain('exit 1: a rule became broken');
});

test('results without a rule in common are refused', async () => {
  const { code, stderr } = await compare(red, other);
  expect(code).toBe(2);
  expect(stderr).toContain('have no rule in common. Compare two results of one party');
});
