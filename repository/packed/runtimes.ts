import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.ts';
import type { Proofs } from './proofs.ts';

/** A Node that the packages are used with. */
export interface Runtime {
  readonly name: string;
  readonly binary: string;
}

/** The oldest line of Node that the packages are for, in its last release. */
const oldest = '22.23.3';

/** This Node, and the oldest line where the platform has a package of it. */
export async function installRuntimes(proofs: Proofs, folder: string): Promise<readonly Runtime[]> {
  const own = { name: `Node ${process.versions.node}`, binary: process.execPath };
  if (process.platform !== 'linux') {
    process.stdout.write(`not tried: Node ${oldest}, which is installed on Linux alone\n`);
    return [own];
  }
  const place = join(folder, 'oldest');
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true }));
  const platform = `node-linux-${process.arch}`;
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  proofs.ended(`Node ${oldest} installs`, await command(place, 'npm', 'install', ...flags, `${platform}@${oldest}`));
  return [own, { name: `Node ${oldest}`, binary: join(place, 'node_modules', platform, 'bin/node') }];
}
