import { patch, routeNames } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

/** Each route under another version. */
export const versionDeviations: readonly Deviation[] = routeNames.map((route) =>
  breaking(
    `version.prefix.${route}`,
    'serves it under /v2',
    patch('routes', ({ paths }) => ({ paths: { ...paths, [route]: paths[route].replace('/v1/', '/v2/') } })),
  ),
);
