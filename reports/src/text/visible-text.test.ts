import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test('escape sequences, bells and direction marks are spelled out', () => {
  expect(visibleText('\u001b[31mred\u0007\u202e')).toBe('\\x1b[31mred\\x07\\u{202e}');
});

test('a carriage return is visible and the line feed still breaks the line', () => {
  expect(visibleText('data: 1\r\n\tnext')).toBe('data: 1\\r\n\tnext');
});

test('letters of every script stay', () => {
  expect(visibleText('grüße 日本語 🎉')).toBe('grüße 日本語 🎉');
});
