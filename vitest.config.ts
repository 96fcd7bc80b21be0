import { defineConfig } from 'vitest/config';

const source = ['@gateproof/source'];
const packages = ['spec', 'simulator', 'harness', 'suites', 'reports', 'cli'];

/** One project per package, plus the repository's own walls. Tests read the sources, so no build is needed. */
const project = (name: string, include: string[]) => ({
  resolve: { conditions: source },
  ssr: { resolve: { conditions: source, externalConditions: source } },
  test: { name, include, testTimeout: 20_000, hookTimeout: 20_000 },
});

export default defineConfig({
  test: {
    projects: [
      ...packages.map((name) => project(name, [`${name}/src/**/*.test.ts`])),
      project('repository', ['repository/**/*.test.ts', 'matrix/**/*.test.ts']),
      project('bench', ['bench/**/*.test.ts', 'examples/*.test.ts']),
    ],
  },
});
