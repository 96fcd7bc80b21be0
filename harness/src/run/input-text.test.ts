import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineCheck } from '../world/define-check.ts';
import { inputText } from './input-text.ts';

const check = defineCheck({ rule: 'a.rule', input: fc.string(), decide: () => Promise.resolve() });

test('an input is written as the value that it is, or in the words of its check', () => {
  expect(inputText(check, { value: undefined })).toBe('{"value":undefined}');
  expect(inputText({ ...check, describe: (input) => `the text ${input}` }, 'a')).toBe('the text a');
});

test('a long input is cut', () => {
  expect(inputText(check, 'x'.repeat(70_000))).toMatch(/^"x{399}… \(70002 characters\)$/);
});
