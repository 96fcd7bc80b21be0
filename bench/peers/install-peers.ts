import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Peer } from './peers.ts';

const limitMs = 300_000;

/** Installs a peer, without its scripts, into a folder of its own among the machine's temporary ones, unless it is there already. Returns the folder. */
export async function installPeer({ name, install }: Peer): Promise<string> {
  const folder = join(tmpdir(), `gateproof-bench-${name}-${install[0]?.split('@').at(-1)}`);
  const isDone = join(folder, 'installed');
  if (existsSync(isDone)) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', [...options, ...install], { cwd: folder, timeout: limitMs });
  await writeFile(isDone, '');
  return folder;
}
