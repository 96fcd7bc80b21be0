import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleResult } from './gateway/sample-result.fixture.ts';
import { recordedContext } from './recorded-context.fixture.ts';
import { assertReportFiles, takesStandardOutput, writeReportFiles } from './report-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('each file that was asked for is written in its own form', async () => {
  const flags = { json: join(folder, 'r.json'), junit: join(folder, 'r.xml'), markdown: join(folder, 'r.md') };
  const { context, stdout } = recordedContext();
  await writeReportFiles(sampleResult(), flags, context);
  expect(JSON.parse(readFileSync(flags.json, 'utf8'))).toEqual(sampleResult());
  expect(readFileSync(flags.junit, 'utf8')).toContain('<testcase classname="stream" name="stream.done"');
  expect(readFileSync(flags.markdown, 'utf8')).toContain('## ❌ Gateproof');
  expect(stdout()).toBe('');
});

test.each([
  ['junit', '<testsuites'],
  ['markdown', '## ❌ Gateproof'],
] as const)('--%s - goes to standard output and makes no file', async (name, text) => {
  const before = readdirSync(folder);
  const { context, stdout } = recordedContext();
  const flags = { [name]: '-' };
  expect(() => assertReportFiles(flags)).not.toThrow();
  expect(takesStandardOutput(flags)).toBe(true);
  await writeReportFiles(sampleResult(), flags, context);
  expect(stdout()).toContain(text);
  expect(readdirSync(folder)).toEqual(before);
});

test('two reports on standard output are refused before the run', () => {
  expect(() => assertReportFiles({ json: '-', markdown: '-' })).toThrow(
    '--json - and --markdown - both want standard output; name a file for all but one',
  );
});

test('--json - goes to standard output and makes no file', async () => {
  const before = readdirSync(folder);
  const { context, stdout } = recordedContext();
  expect(() => assertReportFiles({ json: '-' })).not.toThrow();
  await writeReportFiles(sampleResult(), { json: '-' }, context);
  expect(JSON.parse(stdout())).toEqual(sampleResult());
  expect(readdirSync(folder)).toEqual(before);
});

test.each(['json', 'junit', 'markdown'] as const)('a --%s file in no directory is refused before the run', (name) => {
  expect(() => assertReportFiles({ [name]: join(folder, 'none', 'x') })).toThrow(`--${name}: cannot write`);
});

test('badges of the run and its classes are written into a folder that is there', async () => {
  const { context } = recordedContext();
  const flags = { badges: mkdtempSync(join(folder, 'badges-')) };
  await writeReportFiles(sampleResult(), flags, context);
  expect(readdirSync(flags.badges)).toEqual(expect.arrayContaining(['gateproof.json', 'gateproof.svg']));
  expect(() => assertReportFiles({ badges: join(folder, 'none') })).toThrow('--badges: cannot write');
});
