import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWords } from './shell-words.ts';

test('a shell reads the words again as they are', () => {
  const words = ['plain', "it's $& mine", '', 'a\nb', '--url', 'http://h/?a=b&c', '$(touch x)', '"', '\\'];
  const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${shellWords(words)}`]).toString();
  expect(printed.split('\0').slice(0, -1)).toEqual(words);
});
