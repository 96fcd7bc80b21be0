import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineCheck } from '../world/define-check.ts';
import { inputText } from './input-text.ts';

const check = defineCheck({ rule: 'a.rule', input: fc.string(), decide: () => Promise.resolve() });

test('an input is described in the words of its check, or in those that its value gives', () => {
  expect(inputText(check, { value: undefined })).toBe('value left out');
  expect(inputText({ ...check, describe: (input) => `the text ${input}` }, 'a')).toBe('the text a');
});

test('a long input is cut', () => {
  const described = { ...check, describe: (text: unknown) => `the text ${text}` };
  expect(inputText(described, 'x'.repeat(70_000))).toMatch(/^the text x{391}… \(70009 characters\)$/);
});
