import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { builtIns } from './built-ins.ts';
import { isOurs, noticesFor } from './notices.ts';
import { unusedOfFastify } from './unused-of-fastify.ts';

/** Packages that have files beside their code. Their modules ask for the place of the package, wherever their code is bundled. */
const packagesWithFiles = ['spec', 'simulator', 'suites'];
/**
 * Loaded for what they do: the one says that a Node is too old, the other loads it. Every other module of ours does nothing when it is loaded, so that what is
 * not used is left out.
 */
const acting = ['supported-node.ts', 'index.ts'].map((name) => join('spec', 'src', name));

const ours: Plugin = {
  name: 'ours',
  transform(code, id) {
    if (!isOurs(id)) return null;
    const home = packagesWithFiles.find((name) => id.includes(`${sep}${name}${sep}src${sep}`));
    const placed =
      home === undefined ? code : code.replaceAll('import.meta.url', `import.meta.resolve('@gateproof/${home}')`);
    return { code: placed, moduleSideEffects: acting.some((end) => id.endsWith(end)) };
  },
};

/** Node reads a file of plain ASCII several times as fast. What is escaped stands in texts and regular expressions. */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  renderChunk: (code) => ({
    code: code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  }),
};

/** What a bundle is made of. */
export interface BundleOptions {
  /** Where its files go; what else lies there is removed. */
  readonly folder: string;
  /** Sources by the name of their file in the bundle. */
  readonly input: Readonly<Record<string, string>>;
  /** Packages that stay outside. */
  readonly external: readonly (string | RegExp)[];
}

/**
 * Bundles sources with all that they import, except Node and what stays outside: few files open fast. What is imported lazily is a file of its own. The code
 * stays readable, so that what fails in it can be found by its stack trace; the notices of the packages in it lie beside it.
 */
export async function writeBundle({ folder, input, external }: BundleOptions): Promise<void> {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: [...external],
    resolve: { conditionNames: ['@gateproof/source', 'node'] },
    plugins: [unusedOfFastify, ours, builtIns, asciiOnly],
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
  // Last: a program that runs meanwhile finds the files of the bundle that it began with for as long as possible.
  const made = new Set([notices, ...output.map(({ fileName }) => fileName)]);
  for (const name of readdirSync(folder)) if (!made.has(name)) rmSync(join(folder, name));
}
