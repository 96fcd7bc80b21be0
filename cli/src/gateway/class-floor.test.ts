import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultDocument } from '@gateproof/harness';
import { createSimulator } from '@gateproof/simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-floor-'));
const simulator = createSimulator({ defaultKey: 'sk-1' });
let url = '';
beforeAll(async () => {
  url = await simulator.listen();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await simulator.close();
});

/** By URL and key alone, so that of jobs and fallback nothing but refusals can be tested. */
async function judge(...only: readonly string[]) {
  const [json, badges] = [join(folder, 'run.json'), mkdtempSync(join(folder, 'badges-'))];
  // Of an earlier run.
  writeFileSync(join(badges, 'jobs.svg'), 'green');
  const { context, stdout } = recordedContext();
  const target = ['--url', url, '--key', 'sk-1', '--effort', 'quick'];
  const code = await runCli(['gateway', ...target, '--only', ...only, '--json', json, '--badges', badges], context);
  const { summary } = JSON.parse(readFileSync(json, 'utf8')) as ResultDocument;
  return { code, stdout: stdout(), classes: summary.classes, badges: readdirSync(badges) };
}

test('a class of which only refusals were seen is not shown, whatever they are, and has no badge', async () => {
  const only = [
    'auth.route.image',
    'auth.route.job-get',
    'chat.body.models.',
    'chat.response.json',
    'model.list.answered',
  ];
  const { code, stdout, classes, badges } = await judge(...only, 'stream.answered.as-events');
  expect(code).toBe(0);
  expect(stdout).toContain('exit 0: no rule broken (7 of 7 tested)');
  expect(classes.map(({ class: id, outcome, passed }) => [id, outcome, passed])).toEqual([
    ['basic', 'conformant', 3],
    ['fallback', 'not-shown', 2],
    ['jobs', 'not-shown', 2],
  ]);
  expect(stdout).toMatch(
    /^– Jobs {6}not shown {4}not seen: a job that succeeds and a job that can be read, 2 of 2 hold$/m,
  );
  expect(badges.sort()).toEqual(['basic.json', 'basic.svg', 'gateproof.json', 'gateproof.svg']);
});

test('a run of a part of the rules shows no class whose floor it left out', async () => {
  const { classes } = await judge('stream.answered.as-events', 'stream.early.missing-key');
  expect(classes.map(({ class: id, outcome }) => [id, outcome])).toEqual([
    ['basic', 'not-shown'],
    ['streaming', 'conformant'],
  ]);
});
