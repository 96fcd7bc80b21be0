import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, type Finished } from './command.ts';

const examples = join(import.meta.dirname, '../../examples');
const testFile = 'rate-limit.test.mjs';

/** How each runner takes the file of its example, in a folder where it and the simulator are installed. */
const runners = [
  ['node-test', ['node', '--test', testFile]],
  ['jest', ['node', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--testMatch', `**/${testFile}`]],
] as const;

/** Runs the example of each test runner that the documentation shows, but for Vitest. */
export async function runTestRunners(project: string): Promise<readonly (Finished & { readonly runner: string })[]> {
  const finished: (Finished & { readonly runner: string })[] = [];
  for (const [runner, [file, ...args]] of runners) {
    copyFileSync(join(examples, runner, testFile), join(project, testFile));
    finished.push({ runner, ...(await command(project, file, ...args)) });
  }
  return finished;
}
