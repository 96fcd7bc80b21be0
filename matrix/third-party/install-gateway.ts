import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ThirdPartyGateway } from './gateways.ts';

const run = promisify(execFile);
const starters = fileURLToPath(new URL('starters/', import.meta.url));
const longestMs = 300_000;

/**
 * Installs a gateway into a folder of its own below `root`, unless that version is there already; no script of a package runs.
 *
 * @returns the folder
 */
export async function installGateway(gateway: ThirdPartyGateway, root: string): Promise<string> {
  const { name, version, isUnpacked = false, files = {}, starter } = gateway;
  const folder = join(root, `${name.replace(/[^a-z0-9-]/g, '_')}-${version}`);
  const installed = join(folder, 'installed');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(installed)) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    await (isUnpacked ? unpack(`${name}@${version}`, folder) : install(`${name}@${version}`, folder));
    writeFileSync(installed, '');
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  if (typeof starter === 'string') copyFileSync(join(starters, starter), join(folder, starter));
  return folder;
}

async function install(spec: string, folder: string): Promise<void> {
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact'];
  await run('npm', ['install', ...options, spec], { cwd: folder, timeout: longestMs });
}

async function unpack(spec: string, folder: string): Promise<void> {
  const { stdout } = await run('npm', ['pack', '--silent', spec], { cwd: folder, timeout: longestMs });
  await run('tar', ['xzf', stdout.trim()], { cwd: folder, timeout: longestMs });
}
