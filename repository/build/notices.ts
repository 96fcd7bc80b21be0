import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** Whether a module of a bundle is of this repository. */
export const isOurs = (id: string) => !id.includes(`${sep}node_modules${sep}`);

/** The folder of the package that a module belongs to. */
function packageOf(module: string): string {
  let place = dirname(module);
  while (!existsSync(join(place, 'package.json')) || !('version' in manifestIn(place))) place = dirname(place);
  return place;
}

const manifestIn = (place: string): { readonly name?: string; readonly version?: string; readonly license?: string } =>
  JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));

/** The notices of all packages that a bundle holds copies of. */
export function noticesFor(modules: readonly string[]): string {
  const places = [...new Set(modules.filter((id) => !isOurs(id) && existsSync(id)).map(packageOf))].sort();
  return places
    .map((place) => {
      const { name, version, license } = manifestIn(place);
      const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'License', 'LICENCE'].find((one) =>
        existsSync(join(place, one)),
      );
      const text =
        file === undefined
          ? `Licence: ${license} (the package has no text of it).`
          : readFileSync(join(place, file), 'utf8');
      return `${name} ${version}\n\n${text.trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
