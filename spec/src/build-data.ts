import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtData, builtPath } from './built-data.ts';
import { parseYaml } from './parse-yaml.ts';

/** Run by the build: writes the contract's YAML as JSON, which opens at a fraction of the cost. */
const packageFolder = new URL('../', import.meta.url);
const patterns = [
  '{rules,points}/*.yaml',
  '{classes,errors,excluded,freedoms,glossary,guidance,limits,shared-state}.yaml',
];

for (const path of globSync(patterns, { cwd: packageFolder })) {
  const text = readFileSync(new URL(path, packageFolder), 'utf8');
  const file = new URL(builtPath(path), packageFolder);
  mkdirSync(new URL('./', file), { recursive: true });
  writeFileSync(file, JSON.stringify(builtData(text, parseYaml(text))));
}
