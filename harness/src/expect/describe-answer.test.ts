import { expect, test } from 'vitest';
import { show } from './describe-answer.ts';

test('a value is shown as JSON, and cut when it is long', () => {
  expect(show({ a: [1] })).toBe('{"a":[1]}');
  expect(show(undefined)).toBe('nothing');
  expect(show('x'.repeat(1_000))).toBe(`"${'x'.repeat(199)}… (1002 characters)`);
});

test('what is nested too deeply to be written is described in one line', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  expect(show(deep)).toMatch(/^a value that can't be written as JSON \(.+\)$/);
});
