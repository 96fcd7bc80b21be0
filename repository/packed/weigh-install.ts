import { copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.ts';

/** What an install of one package brings, and what its import costs. */
export interface Weight {
  readonly packages: number;
  readonly megabytes: number;
  /** Best of several imports. */
  readonly importMs: number;
  /** The same for `node:http`, which any server needs: how fast this machine is just now. */
  readonly httpMs: number;
}

/** Weighs what is installed in a folder and the import of one package of it. */
export async function weighInstall(project: string, name: string): Promise<Weight> {
  const modules = join(project, 'node_modules');
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  return {
    packages: Object.keys(packages).length,
    megabytes: bytes / 1_000_000,
    ...(await importsInTurns(project, name)),
  };
}

/** So many that on a busy machine one of each has a core to itself. */
const times = 15;

/** In turns, so that a machine that gets busier slows both. */
async function importsInTurns(project: string, name: string): Promise<Pick<Weight, 'importMs' | 'httpMs'>> {
  let least = { importMs: Number.POSITIVE_INFINITY, httpMs: Number.POSITIVE_INFINITY };
  for (let time = 0; time < times; time += 1) {
    least = {
      importMs: Math.min(least.importMs, await importMs(project, name)),
      httpMs: Math.min(least.httpMs, await importMs(project, 'node:http')),
    };
  }
  return least;
}

async function importMs(project: string, name: string): Promise<number> {
  const program = 'import-time.mjs';
  copyFileSync(join(import.meta.dirname, program), join(project, program));
  const { code, output } = await command(project, 'node', program, name);
  if (code !== 0) throw new Error(`cannot import ${name}: ${output}`);
  return Number(output);
}
