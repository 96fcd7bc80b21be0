import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, type Finished } from './command.ts';

/** Every entry of the simulator's package, as an ES module imports it. */
const esm = `import { createSimulator, type Replies } from '@gateproof/simulator';
import { patch } from '@gateproof/simulator/behaviour';
import { createControl } from '@gateproof/simulator/control';
import { routeToSimulator } from '@gateproof/simulator/playwright';
import { simulatorDispatcher } from '@gateproof/simulator/undici';
import { test } from '@gateproof/simulator/vitest';
const replies: Replies = { replies: [{ text: 'Hello.' }] };
export const simulator = createSimulator({ replies });
export const account = createControl({ url: '' }).accounts.create();
export const id: Promise<string> = account.then((made) => made.id);
// @ts-expect-error: an id is no number
export const wrong: Promise<number> = account.then((made) => made.id);
export { patch, routeToSimulator, simulatorDispatcher, test };
`;
const commonJs = `import { createSimulator } from '@gateproof/simulator';
export const simulator = createSimulator();
export const key: string = simulator.defaultKey;
`;
/** Under `node16` TypeScript lets CommonJS take ES modules by `import()` alone. */
const commonJsOf16 = `export const key: Promise<string> = import('@gateproof/simulator').then((all) => all.createSimulator().defaultKey);
`;

/** How projects resolve packages: the file that imports, its text, `module` and `moduleResolution`. */
const ways = [
  ['esm.mts', esm, 'node16', 'node16'],
  ['esm.mts', esm, 'nodenext', 'nodenext'],
  ['bundled.ts', esm, 'esnext', 'bundler'],
  ['bundled.ts', esm, 'preserve', 'bundler'],
  ['common.cts', commonJs, 'nodenext', 'nodenext'],
  ['common16.cts', commonJsOf16, 'node16', 'node16'],
] as const;

/** Compiles an import of the simulator's entries in every way, in a project where the packages are installed. */
export async function compileImports(project: string): Promise<readonly (Finished & { readonly way: string })[]> {
  const finished: (Finished & { readonly way: string })[] = [];
  for (const [name, text, module, resolution] of ways) {
    writeFileSync(join(project, name), text);
    const flags = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2024'];
    const done = await command(
      project,
      'npx',
      'tsc',
      ...flags,
      '--module',
      module,
      '--moduleResolution',
      resolution,
      name,
    );
    finished.push({ ...done, way: `${name} under ${module} with ${resolution}` });
  }
  return finished;
}
