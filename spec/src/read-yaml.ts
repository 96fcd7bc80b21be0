import { readdirSync, readFileSync } from 'node:fs';
import { builtPath, readBuiltData } from './built-data.ts';
import { parseYaml } from './parse-yaml.ts';

/** The package's own folder: data files stand beside `src` and `dist`. */
const packageFolder = new URL('../', import.meta.url);

/** Reads one of the package's data files as text. */
export function readText(path: string): string {
  return readFileSync(new URL(path, packageFolder), 'utf8');
}

/** Reads one of the package's YAML files. Throws an error that names the file when it is missing or no YAML. */
export function readYaml(path: string): unknown {
  try {
    const text = readText(path);
    const built = readBuiltData(new URL(builtPath(path), packageFolder), text);
    return built === undefined ? parseYaml(text) : built.value;
  } catch (cause) {
    throw new Error(`cannot read ${path} of @gateproof/spec: ${(cause as Error).message}`, { cause });
  }
}

/** Reads all YAML lists of a folder, by file name without its ending, in the order of the names. */
export function readYamlLists(folder: string): readonly (readonly [name: string, rows: readonly unknown[]])[] {
  const names = readdirSync(new URL(`${folder}/`, packageFolder)).filter((name) => name.endsWith('.yaml'));
  return names.sort().map((name) => {
    const rows = readYaml(`${folder}/${name}`);
    if (!Array.isArray(rows)) throw new Error(`${folder}/${name} of @gateproof/spec must be a list`);
    return [name.slice(0, -'.yaml'.length), rows];
  });
}
