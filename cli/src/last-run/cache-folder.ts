import { join } from 'node:path';
import type { CliContext } from '../cli-context.ts';

/** The folder of this user for what may be thrown away: `XDG_CACHE_HOME`, or where the platform has it. Undefined where the environment names none. */
export function cacheFolder(env: CliContext['env'], platform: NodeJS.Platform): string | undefined {
  const { XDG_CACHE_HOME: named, LOCALAPPDATA: local, HOME: home } = env;
  if (named !== undefined && named !== '') return join(named, 'gateproof');
  if (platform === 'win32') return local === undefined ? undefined : join(local, 'gateproof', 'Cache');
  if (home === undefined || home === '') return undefined;
  return platform === 'darwin' ? join(home, 'Library', 'Caches', 'gateproof') : join(home, '.cache', 'gateproof');
}
