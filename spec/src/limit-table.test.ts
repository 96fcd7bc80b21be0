import { expect, test } from 'vitest';
import { limitOf, limitTable } from './limit-table.ts';
import { loadOpenApi } from './load-openapi.ts';

test('a limit that the contract states has its number', () => {
  expect(limitOf('webhook response time')).toBe(10);
  expect(() => limitOf('request rate' as 'webhook response time')).toThrow('has no number for request rate');
});

test('no row stands twice', () => {
  const names = limitTable.map(({ limit }) => limit);
  expect(new Set(names).size).toBe(names.length);
});

test('OpenAPI states the same numbers', () => {
  expect(JSON.stringify(loadOpenApi())).toContain(
    `"FallbackModels":{"type":"array","maxItems":${limitOf('fallback models')}`,
  );
});
