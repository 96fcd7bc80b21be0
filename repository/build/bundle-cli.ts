import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { builtIns } from './built-ins.ts';
import { isOurs, noticesFor } from './notices.ts';

/**
 * Bundles the compiled command line with all that it imports into `cli/bundle`: few files open fast. Each command is a file of its own, loaded when it is
 * used.
 */
const cli = join(import.meta.dirname, '../../cli');
const folder = join(cli, 'bundle');

/** Packages that an install may leave out, and what has files of its own beside its code. */
const external = ['@gateproof/deviations', 'testcontainers', 'vitest'];

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

const bundle = await rolldown({
  input: {
    main: join(cli, 'dist/main.js'),
    'simulator-thread': join(cli, 'dist/simulate/simulator-thread.js'),
  },
  platform: 'node',
  external,
  // The package itself, whose notices are then found, and of which the bundle leaves out what it does not use.
  resolve: { alias: { '#fastify': 'fastify' } },
  plugins: [ours, builtIns],
});
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  comments: false,
});
await bundle.close();
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
const notices = 'NOTICES';
writeFileSync(join(folder, notices), noticesFor(modules));
// Last: a command that runs meanwhile finds the files of the bundle that it began with for as long as possible.
const made = new Set([notices, ...output.map(({ fileName }) => fileName)]);
for (const name of readdirSync(folder)) if (!made.has(name)) rmSync(join(folder, name));
