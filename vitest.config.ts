import { defineConfig } from 'vitest/config';

const source = ['@gateproof/source'];
const packages = ['spec', 'upstreams', 'simulator', 'deviations', 'harness', 'suites', 'reports', 'cli'];

/**
 * One project per package, plus the repository's own walls, and one of what takes too long for every change (`npm run test:slow`). Tests read the sources, so no
 * build is needed. Files share the modules of their worker.
 */
const project = (name: string, include: string[], exclude = ['**/*.slow.test.ts']) => ({
  resolve: { conditions: source },
  ssr: { resolve: { conditions: source, externalConditions: source } },
  test: { name, include, exclude, isolate: false, testTimeout: 40_000, hookTimeout: 40_000 },
});

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      ...packages.map((name) => project(name, [`${name}/src/**/*.test.ts`])),
      project('inspector', ['simulator/inspector/*.test.ts']),
      project('repository', ['repository/**/*.test.ts', 'matrix/**/*.test.ts']),
      project('bench', ['bench/**/*.test.ts', 'examples/*.test.ts']),
      project('slow', ['*/src/**/*.slow.test.ts', '{bench,examples,repository}/**/*.slow.test.ts'], []),
    ],
  },
});
