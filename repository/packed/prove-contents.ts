import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { command } from './command.ts';
import type { Proofs } from './proofs.ts';

const linters = ['publint@0.3.25', '@arethetypeswrong/cli@0.18.5'];
/** What a published package holds: compiled code with its types, data, the manifest, the README and licences, and the page of the inspector. */
const wanted =
  /^package\/(package\.json|README\.md|LICENSE|bundle\/NOTICES|inspector\/[^/]+\.(html|css|svg)|.+\.(js|d\.ts|json|yaml))$/;
const needless = /\.(test|fixture|slow)\.|\/src\/|tsbuildinfo/;
/** In bytes. The command line is the largest: it holds a bundle of all the others. */
const largest = 2_500_000;
/** Data beside the code, of which no types can be wrong. */
const data = ['openapi.yaml', 'testbed.openapi.yaml', './schemas/*'];

/** Proves that tarballs hold what a user needs and nothing else, and that publint and are-the-types-wrong find nothing. */
export async function proveContents(proofs: Proofs, folder: string, tarballs: readonly string[]): Promise<void> {
  const place = join(folder, 'linters');
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true }));
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  proofs.ended('publint and are-the-types-wrong install', await command(place, 'npm', 'install', ...flags, ...linters));
  for (const tarball of tarballs) {
    const name = basename(tarball, '.tgz');
    const listed = await command(place, 'tar', '-tzf', tarball);
    const odd = listed.output.split('\n').filter((path) => path !== '' && (!wanted.test(path) || needless.test(path)));
    proofs.prove(`${name} holds nothing needless`, listed.code === 0 && odd.length === 0, odd.join('\n'));
    const { size } = statSync(tarball);
    proofs.prove(`${name} is ${Math.ceil(size / 1_000)} kB, of ${largest / 1_000} at most`, size < largest, '');
    proofs.ended(`${name}: publint`, await command(place, 'node_modules/.bin/publint', '--strict', tarball));
    const types = ['--profile', 'esm-only', '--exclude-entrypoints', ...data, '--format', 'ascii', '--', tarball];
    proofs.ended(`${name}: are the types wrong`, await command(place, 'node_modules/.bin/attw', ...types));
  }
}
