import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviations } from '@gateproof/deviations';
import { createSimulator, referenceBehaviour } from '@gateproof/simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-baseline-'));
const inFolder = (name: string) => join(folder, name);
const [good, bad] = [undefined, 'auth.key.unknown'].map((id) => {
  const change = deviations.find((deviation) => deviation.id === id);
  const behaviour = change?.apply(referenceBehaviour) ?? referenceBehaviour;
  return createSimulator({ defaultKey: 'sk-1', behaviour });
});
const urls = { good: '', bad: '' };
beforeAll(async () => {
  urls.good = (await good?.listen()) ?? '';
  urls.bad = (await bad?.listen()) ?? '';
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([good?.close(), bad?.close()]);
});

async function run(...argv: string[]) {
  const { context, stdout, stderr } = recordedContext();
  const code = await runCli(argv, context);
  return { code, stdout: stdout(), stderr: stderr() };
}

const judge = (url: string, ...more: string[]) =>
  run('gateway', '--url', url, '--key', 'sk-1', '--effort', 'quick', '--only', 'auth.key', ...more);

test('what is red today is known tomorrow, and its end turns the run red until the entry is taken out', async () => {
  const [json, known, junit] = [inFolder('run.json'), inFolder('known.yaml'), inFolder('run.xml')];
  expect((await judge(urls.bad, '--json', json)).code).toBe(1);
  const written = await run('baseline', json, '--output', known, '--reason', 'ticket 12', '--expires', '2999-01-31');
  expect(written).toMatchObject({ code: 0, stdout: `${known}: 3 known rules, 0 taken out\n` });
  expect(parse(readFileSync(known, 'utf8'))).toMatchObject({
    format: 'gateproof-baseline/1',
    seed: 1,
    effort: 'quick',
    entries: [
      { rule: 'auth.key.required' },
      { rule: 'auth.key.unknown', verdict: 'fail', reason: 'ticket 12', expires: '2999-01-31' },
      {},
    ],
  });

  const again = await judge(urls.bad, '--baseline', known);
  expect(again.code).toBe(0);
  expect(again.stdout).toMatch(
    /∙ Known from the baseline:\n[^∙]* {2}auth\.key\.unknown: fail, ticket 12, until 2999-01-31/,
  );

  expect(again.stdout).toContain('exit 0: nothing new is broken (3 known), ');
  expect(again.stdout).toMatch(/^∙ Basic +known 1 /m);
  expect(again.stdout).toMatch(/^∙ Core +known 2 /m);
  expect(again.stdout).not.toContain('conformant');

  const target = ['gateway', '--url', urls.bad, '--key', 'sk-1', '--only', 'auth.key'];
  const asBefore = await run(...target, '--baseline', known);
  expect(asBefore).toMatchObject({ code: 0, stdout: expect.stringContaining('seed 1, effort quick') });
  const explored = await judge(urls.bad, '--baseline', known, '--seed', 'random');
  expect(explored.stdout).toContain('seed 4242, effort quick');

  const mended = await judge(urls.good, '--baseline', known, '--junit', junit, '--json', json);
  expect(mended.code).toBe(1);
  expect(mended.stdout).toContain('3 entries of the baseline no longer true:');
  expect(mended.stdout).toContain('auth.key.unknown: holds now: the rule is kept, so take the entry out');
  expect(mended.stdout).toContain('exit 1: the baseline no longer holds');
  expect(readFileSync(junit, 'utf8')).toMatch(/<testsuites [^>]*failures="3"/);

  expect((await run('baseline', json, '--output', known)).stdout).toBe(`${known}: 0 known rules, 3 taken out\n`);
  expect((await judge(urls.good, '--baseline', known)).code).toBe(0);
}, 60_000);

test.each([
  ['entries: []\n', ':1:1: the baseline lacks the key format'],
  ['format: gateproof-baseline/1\nentries:\n  - rul: a.b\n', 'rule'],
  ['format: gateproof-baseline/1\nentries: [{ rule: a.b, expires: soon }]\n', ':2:33: entries.0.expires'],
  ['format: gateproof-baseline/1\nentries: [{ rule: a.b }, { rule: a.b }]\n', 'names a.b twice'],
])('a baseline such as %j is refused', async (text, message) => {
  const file = inFolder('wrong.yaml');
  writeFileSync(file, text);
  const { code, stderr } = await judge(urls.good, '--baseline', file);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
});

test.each(['soon', '2027-02-30', '2027-1-1'])('--expires %s is no day', async (day) => {
  const { code, stderr } = await run(
    'baseline',
    inFolder('run.json'),
    '--output',
    inFolder('x.yaml'),
    '--expires',
    day,
  );
  expect(code).toBe(2);
  expect(stderr).toContain(`${day} is no day; wanted one such as 2027-01-31`);
});

test('--expires on a day that is past is refused, since each entry would have expired already', async () => {
  const { code, stderr } = await run('baseline', inFolder('run.json'), '--expires', '2020-01-01');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/2020-01-01 is past.*; today is \d{4}-\d\d-\d\d \(UTC\)/),
  });
});

test('without --output the baseline is gateproof-baseline.yaml', async () => {
  const { stdout } = await run('baseline', '--help');
  expect(stdout).toContain('--output <file>  baseline to write (default: "gateproof-baseline.yaml")');
});
