import { expect, test } from 'vitest';
import { isVersionOf } from './model-versions.ts';

test.each(['acme/paint-2026-01-01', 'acme/paint:latest', 'acme/paint@2'])('%s is a version of acme/paint', (told) => {
  expect(isVersionOf(told, 'acme/paint')).toBe(true);
});

test.each(['acme/paint', 'acme/painter', 'acme/paint2', 'other/paint-1', 'acme'])('%s is none', (told) => {
  expect(isVersionOf(told, 'acme/paint')).toBe(false);
});
