import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtData, builtPath, builtSources } from './built-data.ts';
import { parseYaml } from './parse-yaml.ts';

/** Run by the build: writes the contract's YAML as JSON, which opens at a fraction of the cost. */
const packageFolder = new URL('../', import.meta.url);

for (const path of builtSources(packageFolder)) {
  const text = readFileSync(new URL(path, packageFolder), 'utf8');
  const file = new URL(builtPath(path), packageFolder);
  mkdirSync(new URL('./', file), { recursive: true });
  writeFileSync(file, JSON.stringify(builtData(text, parseYaml(text))));
}
