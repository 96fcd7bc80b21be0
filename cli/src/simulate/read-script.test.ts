import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkReplies } from '@gateproof/simulator';
import { afterAll, expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { readScript } from './read-script.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-replies-'));
afterAll(() => rmSync(folder, { recursive: true }));

const readReplies = (path: string) => readScript(path, 'replies file', checkReplies);

function written(text: string): string {
  const path = join(folder, 'replies.yaml');
  writeFileSync(path, text);
  return path;
}

test('a file is YAML or JSON', () => {
  const replies = { replies: [{ on: { message: '/hi/i' }, text: 'Hello.' }], strict: true };
  expect(readReplies(written('strict: true\nreplies:\n  - on: { message: /hi/i }\n    text: Hello.\n'))).toEqual(
    replies,
  );
  expect(readReplies(written(JSON.stringify(replies)))).toEqual(replies);
});

test('each mistake has a line with its place', () => {
  const path = written('replies:\n  - on: { call: 0 }\n    txet: Hello.\n  - error:\n      code: rate_limit\n');
  let thrown: unknown;
  try {
    readReplies(path);
  } catch (error) {
    thrown = error;
  }
  const { message, detail } = thrown as UsageError;
  expect(thrown).toBeInstanceOf(UsageError);
  expect(detail.map((line) => line.slice(path.length).split(';')[0]?.slice(0, 60))).toEqual([
    expect.stringMatching(/^:3:11: replies\[0\]\.txet is unknown/),
    expect.stringMatching(/^:2:17: replies\[0\]\.on\.call is 0, not integer ≥ 1/),
    expect.stringMatching(/^:5:13: replies\[1\]\.error\.code is "rate_limit", not one of/),
  ]);
  expect(message).toBe(`${detail[0]} (and 2 more)`);
});

test.each([
  ['', 'the set of replies is null, not object'],
  ['replies: [', 'not YAML'],
])('%j is refused', (text, problem) => {
  expect(() => readReplies(written(text))).toThrow(problem);
});

test('a file that is not there is named', () => {
  expect(() => readReplies(join(folder, 'absent.yaml'))).toThrow(/there is no such file/);
});
