import { dirname, posix } from 'node:path';
import { expect, it } from 'vitest';
import { packages, sourceFiles } from './source-files.ts';

/**
 * Imports, types counted, without which no circle runs between the folders of a package. The list only shrinks: every line is still needed, and
 * nothing else closes a circle.
 */
const closesCircle: readonly string[] = [
  'simulator/src/behaviour -> simulator/src/domain',
  'simulator/src/journal -> simulator/src/tenants',
  'simulator/src/tenants -> simulator/src/domain',
  'simulator/src/tenants -> simulator/src/transport',
  'simulator/src/transport -> simulator/src/domain',
];

/** The folder directly below a package's sources that a file is in; a file that is in none stands for itself. */
const roomOf = (path: string, place: string): string => {
  const isPackage = packages.some((name) => name === place);
  return path
    .split('/')
    .slice(0, isPackage ? 3 : 2)
    .join('/');
};

/** What each room imports of the same package, by the names of both: `harness/src/run` → `harness/src/check`. */
const ties = new Set(
  sourceFiles()
    .filter((file) => !file.isTest)
    .flatMap(({ path, place, imports, lazyImports }) =>
      [...imports, ...lazyImports]
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => posix.normalize(posix.join(dirname(path), specifier)))
        .filter((imported) => imported.startsWith(`${place}/`))
        .map((imported) => [roomOf(path, place), roomOf(imported, place)] as const)
        .filter(([from, to]) => from !== to)
        .map(([from, to]) => `${from} -> ${to}`),
    ),
);

/** Whether imports lead from the second room of a tie back to its first. */
function isInCircle(tie: string, among: ReadonlySet<string>): boolean {
  const [from, to] = tie.split(' -> ');
  const reached = new Set([to]);
  for (const room of reached) {
    for (const next of among) if (next.startsWith(`${room} -> `)) reached.add(next.split(' -> ')[1]);
  }
  return reached.has(from);
}

it('has no circle between folders but those that are listed', () => {
  const open = new Set([...ties].filter((tie) => !closesCircle.includes(tie)));
  expect([...open].filter((tie) => isInCircle(tie, open))).toEqual([]);
});

it('lists no import that closes no circle any more', () => {
  expect(closesCircle.filter((tie) => !ties.has(tie) || !isInCircle(tie, ties))).toEqual([]);
});
