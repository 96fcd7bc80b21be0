import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

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
  for (const up of stepsToRoot(folder)) {
    const [path, passedOver] = profileNames.map((name) => join(folder, up, name)).filter((name) => existsSync(name));
    if (path !== undefined) return { path, isHere: up === '', ...(passedOver === undefined ? {} : { passedOver }) };
  }
  return undefined;
}

/** From a folder, which may be named as `.`, to itself and to each of those above it: an empty path, `..`, `../..` and so on. */
function stepsToRoot(folder: string): readonly string[] {
  const steps = [''];
  for (let at = resolve(folder); !existsSync(join(at, '.git')); at = dirname(at)) {
    if (dirname(at) === at) return [''];
    steps.push(join('..', steps.at(-1) ?? ''));
  }
  return steps;
}
