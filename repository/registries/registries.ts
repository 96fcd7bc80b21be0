import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../source-files.ts';

/** A file that exports what the files of a folder hold, so that the listing of the folder is the registry. */
export interface Registry {
  /** Path from the root. */
  readonly path: string;
  readonly text: string;
}

interface Source {
  /** The folder that is listed, with all below it. */
  readonly folder: string;
  /** The registry's own name, in that folder. */
  readonly name: string;
  /** The exports of a file that belong into the registry, as `export { … } from` names them; none: it is no entry. */
  readonly exportsOf: (path: string, text: string) => readonly string[];
}

const camelCase = (path: string) =>
  path.replace(/\.ts$/, '').replace(/[^a-zA-Z0-9]+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const namesLike = (pattern: RegExp) => (_path: string, text: string) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

const group = (path: string, text: string) =>
  text.includes('export default ') ? [`default as ${camelCase(path)}`] : [];
const sources: readonly Source[] = [
  ...['gateway', 'client', 'receiver'].map((party) => ({
    folder: `suites/src/${party}`,
    name: 'groups.ts',
    exportsOf: group,
  })),
  ...['rules', 'freedoms'].map((folder) => ({
    folder: `deviations/src/${folder}`,
    name: 'tables.ts',
    exportsOf: namesLike(/^export const (\w+)/gm),
  })),
  {
    folder: 'upstreams/src/faults',
    name: 'definitions.ts',
    exportsOf: namesLike(/^export const (\w+): FaultDefinition</gm),
  },
];

/** All registries, as the folders are now. */
export function registries(): readonly Registry[] {
  return sources.map(({ folder, name, exportsOf }) => {
    const paths = globSync('**/*.ts', { cwd: join(root, folder) })
      .filter((path) => !path.endsWith('.test.ts') && path !== name)
      .sort();
    const lines = paths.flatMap((path) => {
      const names = exportsOf(path, readFileSync(join(root, folder, path), 'utf8'));
      return names.length === 0 ? [] : [`export { ${[...names].sort().join(', ')} } from './${path}';\n`];
    });
    const head = `// biome-ignore-all assist/source/organizeImports: written by \`npm run registries\` from the listing of this folder\n`;
    return { path: `${folder}/${name}`, text: head + lines.join('') };
  });
}
