import { expect, test } from 'vitest';
import { fieldWords, inFields } from './field-words.ts';

test('a field is shown with its value, or as left out', () => {
  expect(fieldWords(['model', undefined])).toBe('model left out');
  expect(fieldWords(['stream', null])).toBe('stream: null');
  expect(inFields({ messages: [], max_tokens: 'many' })).toBe('messages: [], max_tokens: "many"');
});
