import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { readProfile } from './read-profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-profile-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = (name: string) => join(folder, `${name}.yaml`);

function written(name: string, text: string): string {
  writeFileSync(path(name), text);
  return path(name);
}

test('a whole profile is read', () => {
  const text = [
    'url: https://gateway.example',
    'key: { env: GATEWAY_KEY }',
    'headers: { x-tenant: blue }',
    'testbed: { url: "http://127.0.0.1:9000", token_env: TESTBED_TOKEN }',
    'limits: { request_timeout_ms: 2000 }',
  ].join('\n');
  expect(readProfile(written('whole', text))).toEqual({
    url: 'https://gateway.example',
    key: { env: 'GATEWAY_KEY' },
    headers: { 'x-tenant': 'blue' },
    testbed: { url: 'http://127.0.0.1:9000', token_env: 'TESTBED_TOKEN' },
    limits: { request_timeout_ms: 2000 },
  });
});

test.each([
  [
    'a mistyped key',
    'typo',
    'url: https://a.test\nprefx: acme\n',
    ':2:1: the profile has no key prefx. Did you mean prefix?',
  ],
  [
    'a mistyped inner key',
    'inner',
    'url: https://a.test\ntestbed:\n  url: http://b.test\n  tokn_env: X\n',
    ':4:3: testbed has no key tokn_env',
  ],
  ['a missing url', 'missing', 'prefix: acme\n', ':1:1: the profile lacks the key url'],
  [
    'a wrong type',
    'type',
    'url: https://a.test\nlimits:\n  request_timeout_ms: soon\n',
    ':3:23: limits.request_timeout_ms must be integer',
  ],
  [
    'a command without its start',
    'start',
    'url: http://a.test\ncommand: { ready: { port: 1 } }\n',
    ':2:10: command lacks the key start',
  ],
  ['a container without its port', 'port', 'container:\n  image: a/b\n', ':2:3: container lacks the key port'],
  ['no YAML', 'yaml', 'url: "unclosed\n', 'not YAML'],
  ['an empty file', 'empty', '', ': the profile is empty; it needs at least: url: https://gateway.example'],
])('%s is reported with its place', (_what, name, text, message) => {
  const file = written(name, text);
  expect(() => readProfile(file)).toThrow(UsageError);
  expect(() => readProfile(file)).toThrow(message);
});
