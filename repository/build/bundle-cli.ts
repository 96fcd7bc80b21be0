import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/**
 * Bundles the compiled command line with all that it imports into `cli/bundle`: few files open fast. Each command is a file of its own, loaded when it is
 * used.
 */
const cli = join(import.meta.dirname, '../../cli');
const folder = join(cli, 'bundle');

/** Packages that an install may leave out, and what has files of its own beside its code. */
const external = [/^node:/, '@gateproof/deviations', 'testcontainers', 'vitest'];
const isOurs = (id: string) => !id.includes(`${sep}node_modules${sep}`);

/**
 * A module of ours does nothing when it is loaded, so that a command loads what it uses alone. The data of the contract and the examples of its rules
 * stay in their packages, whose modules ask for their place.
 */
const ours: Plugin = {
  name: 'ours',
  transform: (code, id) => {
    if (!isOurs(id)) return null;
    const home = ['spec', 'simulator', 'suites'].find((name) => id.includes(`${sep}${name}${sep}dist${sep}`));
    const placed =
      home === undefined ? code : code.replaceAll('import.meta.url', `import.meta.resolve('@gateproof/${home}')`);
    return { code: placed, moduleSideEffects: false };
  },
};

/** The folder of the package that a module belongs to. */
function packageOf(module: string): string {
  let place = dirname(module);
  while (!existsSync(join(place, 'package.json')) || !('version' in manifestIn(place))) place = dirname(place);
  return place;
}

const manifestIn = (place: string): { readonly name?: string; readonly version?: string } =>
  JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));

/** The notices of all packages that the bundle holds copies of. */
function noticesFor(modules: readonly string[]): string {
  const places = [...new Set(modules.filter((id) => !isOurs(id) && existsSync(id)).map(packageOf))].sort();
  return places
    .map((place) => {
      const { name, version } = manifestIn(place);
      const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'License', 'LICENCE'].find((one) =>
        existsSync(join(place, one)),
      );
      const text = file === undefined ? 'See the package for its licence.' : readFileSync(join(place, file), 'utf8');
      return `${name} ${version}\n\n${text.trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

const bundle = await rolldown({
  input: {
    main: join(cli, 'dist/main.js'),
    'simulator-thread': join(cli, 'dist/simulate/simulator-thread.js'),
  },
  platform: 'node',
  external,
  plugins: [ours],
});
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
await bundle.close();
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
const notices = 'NOTICES';
writeFileSync(join(folder, notices), noticesFor(modules));
// Last: a command that runs meanwhile finds the files of the bundle that it began with for as long as possible.
const made = new Set([notices, ...output.map(({ fileName }) => fileName)]);
for (const name of readdirSync(folder)) if (!made.has(name)) rmSync(join(folder, name));
