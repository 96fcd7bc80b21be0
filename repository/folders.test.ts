import { dirname, posix } from 'node:path';
import { expect, it } from 'vitest';
import { packages, sourceFiles } from './source-files.ts';

/** The folder directly below a package's sources that a file is in; a file that is in none stands for itself. */
const roomOf = (path: string, place: string): string => {
  const isPackage = packages.some((name) => name === place);
  return path
    .split('/')
    .slice(0, isPackage ? 3 : 2)
    .join('/');
};

/** What each room imports of its own package, types counted. */
const ties = new Map<string, Set<string>>();
for (const { path, place, imports, lazyImports, isTest } of sourceFiles()) {
  if (isTest) continue;
  const room = roomOf(path, place);
  const imported = [...imports, ...lazyImports]
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => roomOf(posix.normalize(posix.join(dirname(path), specifier)), place));
  ties.set(room, new Set([...(ties.get(room) ?? []), ...imported.filter((other) => other !== room)]));
}

/** All rooms that a room's imports lead to, straight or through others. */
function reachedFrom(room: string): ReadonlySet<string> {
  const reached = new Set(ties.get(room));
  // A set that grows while it is walked is walked to its end.
  for (const next of reached) for (const further of ties.get(next) ?? []) reached.add(further);
  return reached;
}

it('has no circle between the folders of a package', () => {
  expect(ties.size).toBeGreaterThan(100);
  expect([...ties.keys()].filter((room) => reachedFrom(room).has(room))).toEqual([]);
});
