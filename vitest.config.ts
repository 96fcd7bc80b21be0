import { defineConfig } from 'vitest/config';

const source = ['@gateproof/source'];
const packages = ['spec', 'upstreams', 'simulator', 'deviations', 'harness', 'suites', 'reports', 'cli'];

/**
 * One project per package, plus the repository's own walls. Tests read the sources, so no build is needed. Files share the modules of their
 * worker, but for those of the command line, which set variables of the environment.
 */
const project = (name: string, include: string[]) => ({
  resolve: { conditions: source },
  ssr: { resolve: { conditions: source, externalConditions: source } },
  test: { name, include, testTimeout: 40_000, hookTimeout: 40_000 },
});

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      ...packages.map((name) => project(name, [`${name}/src/**/*.test.ts`])),
      project('inspector', ['simulator/inspector/*.test.ts']),
      project('repository', ['repository/**/*.test.ts', 'matrix/**/*.test.ts']),
      project('bench', ['bench/**/*.test.ts', 'examples/*.test.ts']),
    ],
  },
});
