import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultDocument } from '@gateproof/harness';
import { afterAll, expect, test } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-merge-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...argv: string[]): Promise<{ code: number; stderr: string }> {
  const { context, stderr } = recordedContext({});
  const code = await runCli(argv, context);
  return { code, stderr: stderr() };
}

async function result(
  name: string,
  ...argv: string[]
): Promise<{ file: string; code: number; document: ResultDocument }> {
  const file = join(folder, `${name}.json`);
  const { code } = await run(...argv, '--json', file);
  return { file, code, document: JSON.parse(readFileSync(file, 'utf8')) };
}

const verdicts = ({ rules }: ResultDocument) =>
  rules.map(({ rule, verdict, blockedBy, beside }) => [rule, verdict, blockedBy, beside]);
const causes = ({ summary }: ResultDocument) =>
  summary.causes.map(({ id, kind, folded }) => [id, kind, [...folded].sort()]).sort();

/** Active rules that exercise the standing ones beside them. */
const rules = [
  'auth.route.chat',
  'auth.route.model-list',
  'auth.scheme.',
  'auth.key.missing',
  'error.code.unauthorized.',
  'error.code.job-not-found.',
  'job.cancel.unknown',
  'job.cancel.malformed',
];

test.each([
  ['a gateway that keeps the contract', ['--simulator']],
  ['a gateway that breaks a standing rule', ['--deviation', 'error.code.unauthorized.status']],
  [
    'a gateway whose broken rules break a standing one beside them',
    ['--deviation', 'error.code.job-not-found.status:cancel'],
  ],
  ['a gateway that breaks a rule', ['--deviation', 'auth.scheme.other:any']],
])('the merged shards of %s come to the verdicts of one run', async (_name, target) => {
  const judged = ['gateway', '--effort', 'quick', '--only', ...rules, ...target];
  const whole = await result('whole', ...judged);
  const parts = [];
  for (const shard of ['1/2', '2/2']) parts.push(await result(shard.replace('/', '-'), ...judged, '--shard', shard));
  const merged = await result('merged', 'merge', ...parts.map(({ file }) => file));
  expect(verdicts(merged.document)).toEqual(verdicts(whole.document));
  expect(causes(merged.document)).toEqual(causes(whole.document));
  expect(merged.code).toBe(whole.code);
  const active = parts.map(({ document }) => document.rules.filter(({ kind }) => kind === 'active').length);
  expect(Math.min(...active)).toBeGreaterThan(1);
  for (const { witnesses } of merged.document.rules)
    for (const id of witnesses) expect(merged.document.exchanges).toHaveProperty([id]);
});

test('a missing shard is named', async () => {
  const { file } = await result('one', 'gateway', '--effort', 'quick', '--only', 'version.', '--shard', '1/2');
  const { code, stderr } = await run('merge', file);
  expect(code).toBe(2);
  expect(stderr).toContain('shard 2 of 2 is missing');
});

test('a result that is no shard is refused', async () => {
  const { file } = await result('plain', 'gateway', '--effort', 'quick', '--only', 'version.prefix.chat');
  const { code, stderr } = await run('merge', file);
  expect(code).toBe(2);
  expect(stderr).toContain('is no shard');
});
