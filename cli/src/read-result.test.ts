import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultDocument } from '@gateproof/harness';
import { afterAll, expect, test } from 'vitest';
import { sampleResult } from './gateway/sample-result.fixture.ts';
import { failingCase, readResult } from './read-result.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-result-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const whole = sampleResult();
const [failed] = whole.rules;
const where = failed?.failure?.case;
if (failed?.failure === undefined || where === undefined) throw new Error('the sample has no failure');
const { failure, ...unbroken } = failed;
const passed = { ...unbroken, verdict: 'pass', witnesses: ['x1'] } as const;
const noted = { ...failure, case: { ...where, path: '' } };
const document: ResultDocument = {
  ...whole,
  rules: [
    failed,
    { ...passed, rule: 'auth.key' },
    { ...failed, ...{ rule: 'error.note', verdict: 'warn', witnesses: ['x1'], failure: noted } },
  ],
};
const changed = (name: string, patch: object) => written(name, JSON.stringify({ ...document, ...patch }));

test('a result is read and its failing case found', () => {
  const read = readResult(written('run.json', JSON.stringify(document)));
  expect(failingCase(read, 'stream.done')).toEqual(where);
});

test.each([
  ['no file', join(folder, 'none.json'), 'none.json: there is no such file'],
  ['a folder', folder, 'it is a directory'],
  ['no JSON', written('text.json', 'hello'), 'it is not JSON. Write one with npx gateproof gateway --json FILE.'],
  ['another format', written('other.json', '{"format":"x/2"}'), 'found format x/2'],
  ['JSON that is no object', written('list.json', '[1]'), 'found no format'],
  [
    'a result without rules',
    changed('rules.json', { rules: undefined }),
    'damaged result document: it lacks the key rules.',
  ],
  [
    'a failure without a case',
    changed('case.json', { rules: [{ ...failed, failure: {} }] }),
    'rules.0.failure lacks the key expected.',
  ],
  [
    'a path that takes for ever to walk',
    changed('path.json', {
      rules: [{ ...failed, failure: { ...failure, case: { ...where, path: '999999999999:0' } } }],
    }),
    'rules.0.failure.case.path must match pattern',
  ],
  [
    'a million empty rules',
    changed('million.json', { rules: Array(1_000_000).fill({}) }),
    'rules.0 lacks the key failure.',
  ],
  [
    'an unknown verdict',
    changed('verdict.json', { rules: [{ ...passed, verdict: 'fine' }] }),
    'rules.0.verdict must be one of pass, fail',
  ],
])('%s is refused', (_what, path, message) => {
  expect(() => readResult(path)).toThrow(message);
});

test.skipIf(process.platform === 'win32')('a file without end is refused', () => {
  expect(() => readResult('/dev/zero')).toThrow('it is larger than 32 MiB, the most that a result may have');
});

test.each([
  ['auth.key', "auth.key is 'pass' in this result and has no case to replay"],
  ['error.note', 'has no case to replay'],
  ['stream.don', 'stream.don is not in this result. Did you mean stream.done? Failures: stream.done, error.note.'],
])('%s cannot be replayed', (rule, message) => {
  expect(() => failingCase(document, rule)).toThrow(message);
});

test('of many failures ten are named and the others counted', () => {
  const rules = Array.from({ length: 53 }, (_, place) => ({ ...failed, rule: `stream.r${place}` }));
  expect(() => failingCase({ ...document, rules }, 'job.read')).toThrow(
    /Failures: stream\.r0, .*stream\.r9, and 43 more\./,
  );
});
