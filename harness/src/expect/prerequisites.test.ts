import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { servedRules } from './prerequisites.ts';

test('every prerequisite is a rule of the catalogue', () => {
  const folder = new URL('../../../spec/rules/', import.meta.url);
  const catalogue = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const missing = Object.values(servedRules).filter((id) => !catalogue.some((text) => text.includes(`- id: ${id}\n`)));
  expect(missing).toEqual([]);
});
