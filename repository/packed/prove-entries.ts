import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.ts';
import type { Proofs } from './proofs.ts';
import type { Runtime } from './runtimes.ts';

/** The entries of code of all packages that are installed in a project, but for the bindings to Vitest, which only its tests can import. */
function entriesOf(project: string): readonly string[] {
  const scoped = readdirSync(join(project, 'node_modules/@gateproof')).map((name) => `@gateproof/${name}`);
  return [...scoped, 'gateproof'].flatMap((name) => {
    const manifest = JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, string | object>>;
    };
    const code = Object.entries(manifest.exports).filter(([, target]) => typeof target === 'object');
    return code.map(([path]) => name + path.slice(1)).filter((entry) => !entry.endsWith('/vitest'));
  });
}

/** Imports every entry of every package as an ES module, and requires it from CommonJS. */
export async function proveEntries(proofs: Proofs, project: string, { name, binary }: Runtime): Promise<void> {
  const entries = JSON.stringify(entriesOf(project));
  const check = "if (Object.keys(found).length === 0) throw new Error(name + ' exports nothing');";
  const ways = [
    ['import', 'entries.mjs', `for (const name of ${entries}) { const found = await import(name); ${check} }`],
    ['require', 'entries.cjs', `for (const name of ${entries}) { const found = require(name); ${check} }`],
  ] as const;
  for (const [way, file, text] of ways) {
    writeFileSync(join(project, file), `${text}\nconsole.log('all there');`);
    const done = await command(project, binary, file);
    proofs.ended(`${name}: ${way} of ${JSON.parse(entries).length} entries`, done, { prints: 'all there' });
  }
}
