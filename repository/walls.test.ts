import { dirname, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PlaceName, proofs, type SourceFile, sourceFiles } from './source-files.ts';

/** Who may import whom; ARCHITECTURE.md says why. */
const mayImport: Readonly<Record<PlaceName, readonly string[]>> = {
  spec: [],
  upstreams: [],
  simulator: ['@gateproof/spec', '@gateproof/upstreams'],
  deviations: ['@gateproof/spec', '@gateproof/upstreams', '@gateproof/simulator/behaviour'],
  harness: ['@gateproof/spec', '@gateproof/upstreams'],
  suites: ['@gateproof/spec', '@gateproof/harness'],
  reports: ['@gateproof/spec', '@gateproof/harness'],
  cli: [
    '@gateproof/spec',
    '@gateproof/spec/validation',
    '@gateproof/simulator',
    '@gateproof/simulator/control',
    '@gateproof/deviations',
    '@gateproof/harness',
    '@gateproof/suites',
    '@gateproof/reports',
    '@gateproof/reports/badges',
    '@gateproof/reports/formats',
  ],
  matrix: [
    '@gateproof/spec',
    '@gateproof/spec/validation',
    '@gateproof/upstreams',
    '@gateproof/simulator',
    '@gateproof/simulator/control',
    '@gateproof/simulator/behaviour',
    '@gateproof/deviations',
    '@gateproof/harness',
    '@gateproof/suites',
    '@gateproof/reports',
  ],
  bench: ['@gateproof/spec', '@gateproof/simulator', '@gateproof/upstreams', '@gateproof/harness'],
  repository: ['@gateproof/spec', '@gateproof/harness', '@gateproof/suites', '@gateproof/reports/html'],
};

/** What proofs take by path, since no package publishes it: fixtures of tests, examples, reproducible numbers, and the reader of their options. */
const forProofs = /\.fixture\.ts$|^examples\/|^simulator\/src\/ids\/random\.ts$|^repository\/script-options\.ts$/;
const isProof = ({ place }: SourceFile) => proofs.some((name) => name === place);

const crossing = (file: SourceFile) =>
  [...file.imports, ...file.lazyImports].filter(
    (specifier) => specifier.startsWith('@gateproof/') || specifier === 'gateproof',
  );

const resolved = (file: SourceFile) =>
  file.imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.normalize(posix.join(dirname(file.path), specifier)));

describe('walls', () => {
  it.each(sourceFiles().filter((file) => crossing(file).length > 0 && !file.isTest))(
    '$path imports only packages below its own',
    (file) => {
      expect(crossing(file).filter((specifier) => !mayImport[file.place].includes(specifier))).toEqual([]);
    },
  );

  it('crosses package borders by name, never by path', () => {
    const across = sourceFiles().flatMap((file) =>
      resolved(file)
        .filter((path) => !path.startsWith(`${file.place}/`) && !(isProof(file) && forProofs.test(path)))
        .filter(() => !file.isTest)
        .map((path) => `${file.path} -> ${path}`),
    );
    expect(across).toEqual([]);
  });

  it('loads deviations only when they are asked for', () => {
    const always = sourceFiles().filter(
      (file) => !file.isTest && !isProof(file) && file.imports.includes('@gateproof/deviations'),
    );
    expect(always.map(({ path }) => path)).toEqual([]);
  });

  it('imports no index.ts from within its own folder', () => {
    const hubs = sourceFiles().flatMap((file) =>
      resolved(file)
        .filter((path) => path.endsWith('/index.ts') && file.path.startsWith(`${dirname(path)}/`))
        .filter(() => !file.isTest)
        .map((path) => `${file.path} -> ${path}`),
    );
    expect(hubs).toEqual([]);
  });

  it('has no import cycle', () => {
    const edges = new Map(sourceFiles().map((file) => [file.path, resolved(file)]));
    expect(findCycle(edges)).toEqual([]);
  });
});

/** The first cycle found, as the paths along it; empty when there is none. */
function findCycle(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const trail: string[] = [];
  const follow = (path: string): string[] => {
    if (done.has(path)) return [];
    const seenAt = trail.indexOf(path);
    if (seenAt >= 0) return [...trail.slice(seenAt), path];
    trail.push(path);
    for (const next of edges.get(path) ?? []) {
      const cycle = follow(next);
      if (cycle.length > 0) return cycle;
    }
    trail.pop();
    done.add(path);
    return [];
  };
  for (const path of edges.keys()) {
    const cycle = follow(path);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
