import { expect, test } from 'vitest';
import { isVersionOf } from './model-versions.ts';

test.each(['acme/paint-2026-01-01', 'acme/paint:latest', 'acme/paint@2'])(
  '%s is a version of acme/paint',
  (reported) => {
    expect(isVersionOf(reported, 'acme/paint')).toBe(true);
  },
);

test.each(['acme/paint', 'acme/painter', 'acme/paint2', 'other/paint-1', 'acme'])('%s is none', (reported) => {
  expect(isVersionOf(reported, 'acme/paint')).toBe(false);
});
