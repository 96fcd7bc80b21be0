import { expect, test } from 'vitest';
import { shellLines } from './shell-lines.ts';

const curl = `curl -isSN -X POST http://gateway.test/v1/chat -H "Authorization: Bearer $KEY" -H 'Content-Type: text/plain' --data-raw 'it'\\''s a'`;

test('a command that fits stands on one line', () => {
  expect(shellLines(curl, 400)).toEqual([curl]);
});

test('lines break between words, never within quotes and never behind an option', () => {
  expect(shellLines(curl, 60)).toEqual([
    'curl -isSN -X POST http://gateway.test/v1/chat \\',
    '-H "Authorization: Bearer $KEY" \\',
    "-H 'Content-Type: text/plain' --data-raw 'it'\\''s a'",
  ]);
});

test('a word that is wider than the line stands on its own', () => {
  expect(shellLines(`curl '${'x'.repeat(90)}' -i`, 40)).toEqual(['curl \\', `'${'x'.repeat(90)}' \\`, '-i']);
});

test('a pipe and a comment stay as they are', () => {
  expect(shellLines('printf %s aGk= | base64 -d | curl --data-binary @- # not shown', 200)).toEqual([
    'printf %s aGk= | base64 -d | curl --data-binary @- # not shown',
  ]);
});
