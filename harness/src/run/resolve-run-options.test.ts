import { expect, test } from 'vitest';
import { resolveRunOptions } from './resolve-run-options.ts';
import type { RunOptions } from './run-options.ts';

const given = { target: {} } as RunOptions;

test('every default is in place', () => {
  expect(resolveRunOptions(given)).toEqual({
    target: {},
    effort: 'standard',
    comebackMs: 20_000,
    strict: false,
    concurrency: 8,
    runLimitMs: 600_000,
    shrinkLimitMs: 4_000,
  });
});

test('a thorough run has an hour, unless the options say otherwise', () => {
  expect(resolveRunOptions({ ...given, effort: 'thorough' }).runLimitMs).toBe(3_600_000);
  expect(resolveRunOptions({ ...given, effort: 'thorough', runLimitMs: 1_000 }).runLimitMs).toBe(1_000);
});

test('a target says how many cases it takes side by side, unless the options do', () => {
  const asked = { target: { lanes: 48 } } as RunOptions;
  expect(resolveRunOptions(asked).concurrency).toBe(48);
  expect(resolveRunOptions({ ...asked, concurrency: 2 }).concurrency).toBe(2);
});
