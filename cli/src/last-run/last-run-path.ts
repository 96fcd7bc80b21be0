import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Party } from '@gateproof/spec';
import type { CliContext } from '../cli-context.ts';
import { cacheFolder } from './cache-folder.ts';

/** Where something about the last run of a folder is kept; undefined where this user has no folder for it. */
export function lastRunPath(
  kept: Party | 'result',
  { env, folder }: Pick<CliContext, 'env' | 'folder'>,
): string | undefined {
  const cache = cacheFolder(env, process.platform);
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16);
  return cache === undefined ? undefined : join(cache, 'last-run', `${name}-${kept}.json`);
}
