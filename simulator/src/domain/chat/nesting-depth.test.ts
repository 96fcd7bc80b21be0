import { expect, test } from 'vitest';
import { nestingDepth } from './nesting-depth.ts';

test.each([
  ['', 0],
  ['1', 0],
  ['{"a":[{}]}', 3],
  ['[[],[[]],[]]', 3],
  ['["[[[[", "\\"[[["]', 1],
  ['["\\\\",[]]', 2],
  [']]]][', 0],
  ['['.repeat(10_000), 10_000],
])('%s', (text, depth) => {
  expect(nestingDepth(Buffer.from(text))).toBe(depth);
});
