import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';

/** A YAML file as the build keeps it: its value, and the hash of the text that it was parsed from. */
export interface BuiltData {
  readonly textHash: string;
  readonly value: unknown;
}

/** The YAML files of the package that the build keeps, relative to its folder: all but the OpenAPI documents, whose text is read. */
export const builtSources = (packageFolder: URL): readonly string[] =>
  globSync(['*.yaml', '{points,rules,tables}/*.yaml'], { cwd: packageFolder }).filter(
    (path) => !path.endsWith('openapi.yaml'),
  );

/** Where the build keeps a YAML file of the package; both paths are relative to the package's folder. */
export const builtPath = (path: string): string => `dist/data/${path.replace(/\.yaml$/, '.json')}`;

/** What the build keeps of a YAML text. */
export const builtData = (text: string, value: unknown): BuiltData => ({ textHash: hash('sha1', text), value });

/** The value of a YAML text as the build parsed it; undefined where it has not, or the text has changed since. */
export function readBuiltData(file: URL, text: string): BuiltData | undefined {
  if (!existsSync(file)) return undefined;
  const built = JSON.parse(readFileSync(file, 'utf8')) as BuiltData;
  return built.textHash === hash('sha1', text) ? built : undefined;
}
