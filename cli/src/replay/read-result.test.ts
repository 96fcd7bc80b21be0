import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultDocument } from '@gateproof/harness';
import { afterAll, expect, test } from 'vitest';
import { failingCase, readResult } from './read-result.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-result-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const where = { check: 'stream.done', seed: 7, path: '0:1', input: '{}', shrinks: 1 };
const document = {
  format: 'gateproof-result/1',
  run: { seed: 7, effort: 'standard' },
  target: { arguments: [] },
  rules: [
    { rule: 'stream.done', verdict: 'fail', failure: { case: where } },
    { rule: 'auth.key', verdict: 'pass' },
    { rule: 'error.note', verdict: 'warn', failure: { case: { ...where, path: '' } } },
  ],
} as unknown as ResultDocument;

test('a result is read and its failing case found', () => {
  const read = readResult(written('run.json', JSON.stringify(document)));
  expect(failingCase(read, 'stream.done')).toEqual(where);
});

test.each([
  ['no file', join(folder, 'none.json'), 'ENOENT'],
  ['no JSON', written('text.json', 'hello'), 'cannot read the result'],
  ['another format', written('other.json', '{"format":"x/2"}'), 'found format x/2'],
  ['JSON that is no object', written('list.json', '[1]'), 'found no format'],
])('%s is refused', (_what, path, message) => {
  expect(() => readResult(path)).toThrow(message);
});

test.each([
  ['auth.key', "auth.key is 'pass' in this result and has no case to replay"],
  ['error.note', 'has no case to replay'],
  ['stream.don', 'stream.don is not in this result. Did you mean stream.done? Failures: stream.done, error.note.'],
])('%s cannot be replayed', (rule, message) => {
  expect(() => failingCase(document, rule)).toThrow(message);
});
