import { endpointRules } from './endpoint-errors.ts';
import { type Feature, shownByEach } from './feature.ts';

/** A failing endpoint is reported as such, and not as a fault of the gateway itself. */
export const endpointFailures: Feature = {
  id: 'endpoint-failures',
  sentence: () => 'Failures of endpoints are answered 500, as faults of the gateway itself, rather than 502.',
  rules: endpointRules,
  ...shownByEach(({ side, response }) => {
    if (side !== 'request' || response === undefined) return undefined;
    if (response.status === 502 || response.status === 504) return 'works';
    return response.status === 500 ? 'missing' : undefined;
  }),
};
