import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBundle } from './bundle.ts';

/** Bundles every entry of the simulator's package into `simulator/bundle`, where its manifest says. */
const simulator = join(import.meta.dirname, '../../simulator');
const { exports } = JSON.parse(readFileSync(join(simulator, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly '@gateproof/source': string; readonly default: string }>>;
};

await writeBundle({
  folder: join(simulator, 'bundle'),
  input: Object.fromEntries(
    Object.values(exports).map((entry) => [
      /^\.\/bundle\/(.+)\.js$/.exec(entry.default)?.[1] ?? entry.default,
      join(simulator, entry['@gateproof/source']),
    ]),
  ),
  // Large, or the user's own.
  external: [/^undici/, /^msw/, 'pg', 'testcontainers', 'vitest'],
});
