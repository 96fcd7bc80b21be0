import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The names under which a profile is found; `gateproof init` writes the first. */
export const profileNames = ['gateproof.yaml', 'gateproof.yml'] as const;

export interface FoundProfile {
  readonly path: string;
  /** True where it lies in the folder that was looked in, false where in one above. */
  readonly isHere: boolean;
  /** Profile of the other name in the same folder, which is not read. */
  readonly passedOver?: string;
}

/** The nearest profile of a folder and those above it, up to the root of its repository. Outside of a repository only the folder counts. */
export function foundProfile(folder: string): FoundProfile | undefined {
  for (const one of foldersUpToRoot(folder)) {
    const [path, passedOver] = profileNames.map((name) => join(one, name)).filter((name) => existsSync(name));
    if (path !== undefined)
      return { path, isHere: one === folder, ...(passedOver === undefined ? {} : { passedOver }) };
  }
  return undefined;
}

function foldersUpToRoot(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; !existsSync(join(at, '.git')); at = dirname(at)) {
    if (dirname(at) === at) return [folder];
    folders.push(dirname(at));
  }
  return folders;
}
