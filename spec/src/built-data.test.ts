import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { builtData, builtPath, builtSources, readBuiltData } from './built-data.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-spec-'));
const file = pathToFileURL(join(folder, 'classes.json'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a value is taken from the build as long as its text is the one that was built', () => {
  expect(readBuiltData(file, '- 1')).toBeUndefined();
  writeFileSync(file, JSON.stringify(builtData('- 1', [1])));
  expect(readBuiltData(file, '- 1')?.value).toEqual([1]);
  expect(readBuiltData(file, '- 2')).toBeUndefined();
});

test('each YAML file has a place of its own', () => {
  expect(builtPath('rules/auth.yaml')).toBe('dist/data/rules/auth.json');
});

test('the build keeps all YAML of the package but the OpenAPI documents', () => {
  const packageFolder = new URL('../', import.meta.url);
  const all = globSync('**/*.yaml', { cwd: packageFolder, exclude: ['node_modules', 'dist'] });
  const kept = builtSources(packageFolder);
  expect(kept).toContain('tables/errors.yaml');
  expect(all.filter((path) => !kept.includes(path)).sort()).toEqual(['openapi.yaml', 'testbed.openapi.yaml']);
});
