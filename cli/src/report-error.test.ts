import { expect, test } from 'vitest';
import { recordedContext } from './recorded-context.fixture.ts';
import { reportError } from './report-error.ts';
import { UsageError } from './usage-error.ts';

test("the user's own mistake is one line", () => {
  const { context, stderr } = recordedContext();
  expect(reportError(new UsageError('no such file'), context.stderr)).toBe(2);
  expect(stderr()).toBe('gateproof: no such file\n');
});

test('an interruption, and a target that can not be reached, have their own exit codes', () => {
  const { context } = recordedContext();
  const failing = (fault: string) => reportError(Object.assign(new Error('a'), { fault }), context.stderr);
  expect([failing('interrupted'), failing('unreachable'), failing('unknown')]).toEqual([3, 4, 5]);
});

test('a fault of the harness has its own exit code and a stack', () => {
  const { context, stderr } = recordedContext();
  expect(reportError(new TypeError('boom'), context.stderr)).toBe(5);
  expect(stderr()).toContain('a fault of gateproof itself, not of the target: boom\nTypeError: boom\n    at ');
});

test('of many lines behind a message the first are printed, and how many more there are', () => {
  const { context, stderr } = recordedContext();
  const lines = Array.from({ length: 20_000 }, (_, place) => `line ${place}`);
  reportError(new UsageError('wrong', lines), context.stderr);
  expect(stderr().split('\n').slice(-3)).toEqual(['  | line 19', '  | … and 19980 more', '']);
});
