import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { toCurl } from './curl.ts';
import { sketchExchange } from './exchange.fixture.ts';
import type { Header } from './exchange.ts';

const url = 'http://gateway.test';

test('a request reads as one would type it', () => {
  const exchange = sketchExchange({
    path: '/v1/chat/completions',
    requestHeaders: [
      ['Host', 'gateway.test'],
      ['User-Agent', 'gateproof'],
      ['Accept-Encoding', 'identity'],
      ['Authorization', 'Bearer sk-1'],
      ['Content-Type', 'application/json'],
      ['Content-Length', '21'],
    ],
    requestBody: { model: "it's" },
  });
  expect(toCurl(exchange)).toBe(
    `curl -isSN -X POST ${url}/v1/chat/completions -H "Authorization: Bearer sk-1" -H 'Content-Type: application/json' --data-raw '{"model":"it'\\''s"}'`,
  );
});

test.each([
  ['a path that curl would tidy', { path: '/v1/../x' }, '--path-as-is http://gateway.test/v1/../x'],
  ['a path that curl would expand', { path: '/v1/{a}[1]' }, "--globoff 'http://gateway.test/v1/{a}[1]'"],
  ['another Host', { requestHeaders: [['Host', 'other.test']] as Header[] }, "-H 'Host: other.test'"],
  ['an empty header', { requestHeaders: [['X-Empty', '']] as Header[] }, "-H 'X-Empty;'"],
  ['a body without a type', { requestBody: 'x' }, "-H 'Content-Type:' --data-raw x"],
  ['a body that names a file', { requestBody: '@/etc/passwd' }, '--data-raw @/etc/passwd'],
  ['bytes that are no text', { requestBody: Uint8Array.of(0xff, 0) }, 'printf %s /wA= | base64 -d | curl'],
  ['control characters', { requestBody: 'a\u0000b' }, '| base64 -d | curl'],
  ['a huge body', { requestBody: 'a'.repeat(70_000) }, '--data-binary @body # the body of 70000 bytes is not shown'],
])('%s is kept', (_, sketch, part) => {
  expect(toCurl(sketchExchange(sketch))).toContain(part);
});

test('a shell passes on exactly what was sent', async () => {
  const text = `{"a":"it's $HOME \`id\` \\\\ \\"q\\"\\n漢"}\nline`;
  const exchange = sketchExchange({ requestHeaders: [['Authorization', 'Bearer a"b$HOME`id`\\c']], requestBody: text });
  // A function that prints its arguments stands in for curl.
  const script = `curl() { printf '%s\\0' "$@"; }; ${toCurl(exchange)}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', script]);
  const words = stdout.split('\0');
  expect(words).toContain('Authorization: Bearer a"b$HOME`id`\\c');
  expect(words).toContain(text);
});

const gzipAccepted: Header[] = [['Accept-Encoding', 'gzip']];

test.each([
  [
    'a client that accepts a coding',
    gzipAccepted,
    undefined,
    "curl -isSN --compressed -X GET http://gateway.test/ -H 'Accept-Encoding: gzip'",
  ],
  [
    'a body that is not what it is labelled',
    gzipAccepted,
    'the body is not gzip data',
    "curl -isSN -X GET http://gateway.test/ -H 'Accept-Encoding: gzip'",
  ],
  [
    'a coding that was not accepted',
    [['Accept-Encoding', 'identity']] as Header[],
    undefined,
    "curl -isSN -X GET http://gateway.test/ -H 'Accept-Encoding: identity'",
  ],
])('%s is seen by curl as well', (_, requestHeaders, problem, line) => {
  const { request, response, ...rest } = sketchExchange({ path: '/', requestHeaders, status: 200 });
  const coding = { label: 'gzip', receivedBytes: 7, ...(problem === undefined ? {} : { problem }) };
  const headers: Header[] = [['Content-Encoding', 'gzip']];
  const coded = response === undefined ? {} : { response: { ...response, headers, coding } };
  expect(toCurl({ ...rest, request, ...coded })).toBe(line);
});
