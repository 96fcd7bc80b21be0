import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deviations } from '@gateproof/deviations';
import { createSimulator, referenceBehaviour } from '@gateproof/simulator';
import { afterAll, afterEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('./run-vitest.fixture.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gateproof-vitest-'));
afterAll(() => rmSync(folder, { recursive: true }));
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Report {
  readonly output: string;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

async function listening(deviation?: string): Promise<string> {
  const change = deviations.find(({ id }) => id === deviation);
  const behaviour = change?.apply(referenceBehaviour) ?? referenceBehaviour;
  const simulator = createSimulator({ defaultKey: 'sk-test', behaviour });
  closers.push(() => simulator.close());
  return simulator.listen();
}

interface Vitest {
  readonly pattern?: string;
  readonly baseline?: string;
}

function runVitest(url: string, only: string, { pattern, baseline = '' }: Vitest = {}): Promise<Report> {
  const { FORCE_COLOR: _, ...plain }: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1' };
  const env = { ...plain, GATEWAY_URL: url, GATEPROOF_ONLY: only, GATEPROOF_SEED: '7', BASELINE: baseline };
  const file = join(folder, 'report.json');
  const argv = ['--conditions=@gateproof/source', script, file, ...(pattern === undefined ? [] : [pattern])];
  return new Promise((resolve) => {
    execFile(process.execPath, argv, { env }, (_error, stdout, stderr) =>
      resolve({ ...(JSON.parse(readFileSync(file, 'utf8')) as Report), output: stdout + stderr }),
    );
  });
}

const testsOf = ({ testResults }: Report) => testResults.flatMap(({ assertionResults }) => assertionResults);

test('each rule is a test of its name: kept, skipped for what the target lacks, or broken with all that is to be known', async () => {
  const url = await listening('auth.key.unknown');
  const report = await runVitest(url, 'auth.key.missing,auth.key.unknown,auth.key.expired,job.read.unknown');
  expect(testsOf(report).map(({ title, status }) => [title, status])).toEqual([
    ['auth.key.missing', 'passed'],
    ['auth.key.unknown', 'failed'],
    ['auth.key.expired', 'skipped'],
    ['job.read.unknown', 'skipped'],
  ]);
  expect(report.output).toContain('[needs keys');
  expect(report.output).toContain('[the target does not claim the class jobs]');
  const [message = ''] = testsOf(report).flatMap(({ failureMessages }) => failureMessages);
  for (const part of [/Contract: /, /expected {2}/, /observed {2}/, /seed \d+, path 0/, /curl -isS/, /shows it/]) {
    expect(message).toMatch(part);
  }
  expect(message).toContain("GATEPROOF_SEED=7 npx vitest run -t 'auth.key.unknown'");
});

test('a name pattern decides that rule alone, a standing one on exchanges of donor checks', async () => {
  const rule = 'error.envelope.only-error';
  const report = await runVitest(await listening(), 'error', { pattern: rule });
  const decided = testsOf(report).filter(({ status }) => status !== 'skipped' && status !== 'pending');
  expect(decided.map(({ title, status }) => [title, status])).toEqual([[rule, 'passed']]);
});

test('a rule that the baseline knows passes, and one that it calls broken although it is kept fails', async () => {
  const baseline = join(folder, 'known.yaml');
  const entries = '[{ rule: auth.key.unknown, reason: ticket 12 }, { rule: auth.key.missing }]';
  writeFileSync(baseline, `format: gateproof-baseline/1\nentries: ${entries}\n`);
  const url = await listening('auth.key.unknown');
  const report = await runVitest(url, 'auth.key.unknown,auth.key.missing', { baseline });
  const statuses = new Map(testsOf(report).map(({ title, status }) => [title, status]));
  expect(Object.fromEntries(statuses)).toEqual({ 'auth.key.unknown': 'passed', 'auth.key.missing': 'failed' });
  expect(report.output).toContain("the baseline's entry of auth.key.missing holds now");
});

test('a target that is not there is reported once, and no test runs', async () => {
  const report = await runVitest('http://127.0.0.1:1', 'auth.key.missing');
  expect(testsOf(report).map(({ status }) => status)).toEqual(['skipped']);
  expect(report.output).toContain('UnreachableError: cannot connect to http://127.0.0.1:1');
});
