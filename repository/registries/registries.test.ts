import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../source-files.ts';
import { registries } from './registries.ts';

test.each(registries())('$path lists its folder; npm run registries writes it anew', ({ path, text }) => {
  expect(text.split('\n').length).toBeGreaterThan(4);
  expect(readFileSync(join(root, path), 'utf8')).toBe(text);
});
