import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleResult } from '../gateway/sample-result.fixture.ts';
import { sendJson, toyGateway, toyKey } from '../gateway/toy-gateway.fixture.ts';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';
import { keepLastResult, readNamedResult, splitResult } from './last-result.ts';
import { lastRunPath } from './last-run-path.ts';

const cache = mkdtempSync(join(tmpdir(), 'gateproof-cache-'));
afterAll(() => rmSync(cache, { recursive: true }));
const env = { XDG_CACHE_HOME: cache, GATEPROOF_KEY: toyKey, NO_COLOR: '1' };

/** A command in one folder, at a terminal or not. */
async function run(folder: string, isTerminal: boolean, ...argv: readonly string[]) {
  const { context, stdout, stderr } = recordedContext(env, folder);
  const code = await runCli(argv, { ...context, stdout: { ...context.stdout, isTerminal, columns: 100 } });
  return { code, stdout: stdout(), stderr: stderr() };
}

test('the result of the last run is kept for its user alone', () => {
  const place = { env, folder: '/one' };
  expect(keepLastResult(sampleResult(), place)).toBe(true);
  expect(readNamedResult('', place)).toEqual(sampleResult());
  expect(statSync(lastRunPath('result', place) ?? '').mode & 0o077).toBe(0);
});

test('a first word that names no file is an id already', () => {
  const file = join(cache, 'result');
  writeFileSync(file, '{}');
  expect(splitResult([file, '1'])).toEqual({ file, ids: ['1'] });
  expect(splitResult(['gone.json', '1'])).toEqual({ file: 'gone.json', ids: ['1'] });
  expect(splitResult(['stream.done', 'x1'])).toEqual({ file: '', ids: ['stream.done', 'x1'] });
  expect(splitResult([])).toEqual({ file: '', ids: [] });
});

test('without a file and a run it says what to name', () => {
  expect(() => readNamedResult('', { env, folder: '/none' })).toThrow(
    'No run of this folder is known. Name the result document that --json wrote.',
  );
  expect(keepLastResult(sampleResult(), { env: {}, folder: '/one' })).toBe(false);
});

test('a terminal gets the last screen, and the rest is one command away', { timeout: 60_000 }, async () => {
  const url = await toyGateway({
    answer: (request, response) => {
      if (request.url !== '/v1/models' || request.headers.authorization !== `Bearer ${toyKey}`) return false;
      sendJson(response, 200, { object: 'models', data: [] });
      return true;
    },
  });
  const only = ['--url', url, '--effort', 'quick', '--only', 'model.list.object'];
  const screen = await run('/two', true, 'gateway', ...only);
  expect(screen.stdout).toContain('  all       npx gateproof report\n  cause 1   npx gateproof report 1\n');
  expect(screen.stdout).not.toContain('observed');
  expect(screen.stdout.trimEnd().split('\n').at(-1)).toContain('exit 1: a rule is broken');
  const whole = await run('/two', true, 'report');
  expect(whole.stdout).toContain('observed  ');
  expect(whole.stdout).toContain(`replay    npx gateproof replay model.list.object --url ${url}`);
  expect((await run('/two', true, 'report', '1')).stdout).toMatch(/^Cause 1\n/);
  expect((await run('/two', true, 'report', 'model.list.object')).stdout).toContain('✗ fail  model.list.object');
  const again = await run('/two', true, 'replay', 'model.list.object', '--url', url);
  expect(again).toMatchObject({ code: 1, stdout: expect.stringContaining('npx gateproof replay model.list.object') });
  expect((await run('/two', false, 'gateway', ...only)).stdout).toContain('observed  ');
  expect((await run('/two', true, 'gateway', ...only, '--verbose')).stdout).toContain('observed  ');
});
