import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder } from './cache-folder.ts';

test.each([
  ['linux', { XDG_CACHE_HOME: '/c', HOME: '/h' }, join('/c', 'gateproof')],
  ['linux', { XDG_CACHE_HOME: '', HOME: '/h' }, join('/h', '.cache', 'gateproof')],
  ['darwin', { HOME: '/h' }, join('/h', 'Library', 'Caches', 'gateproof')],
  ['win32', { LOCALAPPDATA: '/l', HOME: '/h' }, join('/l', 'gateproof', 'Cache')],
  ['win32', {}, undefined],
  ['linux', {}, undefined],
] as const)('on %s with %o it is %s', (platform, env, folder) => {
  expect(cacheFolder(env, platform)).toBe(folder);
});
