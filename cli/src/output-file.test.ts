import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { assertWritable, writeReport } from './output-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-output-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a file that can be made is not made yet', () => {
  const path = join(folder, 'new.json');
  assertWritable(path, '--json');
  expect(existsSync(path)).toBe(false);
});

test('an existing file may be replaced', () => {
  const path = join(folder, 'old.json');
  writeFileSync(path, 'old');
  expect(() => assertWritable(path, '--json')).not.toThrow();
});

test.each([
  ['a missing directory', join(folder, 'none', 'x.json'), 'does not exist'],
  ['a directory', folder, 'it is a directory'],
])('%s is refused with the option and the reason', (_what, path, why) => {
  expect(() => assertWritable(path, '--junit')).toThrow(`--junit: cannot write ${path}: `);
  expect(() => assertWritable(path, '--junit')).toThrow(why);
  expect(() => writeReport(path, '--junit', 'x')).toThrow('--junit: cannot write');
});
