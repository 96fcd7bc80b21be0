import { patch, routeNames } from '@gateproof/simulator/behaviour';
import { change } from '../../change.ts';
import { drop, replace } from '../../edits.ts';
import { inJobs, inModels } from '../../operators/edit-messages.ts';
import { ofModality } from '../../operators/models.ts';
import { each, rows } from '../../rows.ts';

const priceVersion = 'pricing.price_version';
const jobPriceVersion = 'usage.cost.price_version';
const movedTo = (route: (typeof routeNames)[number], prefix: string) =>
  patch('routes', ({ paths }) => ({ paths: { ...paths, [route]: paths[route].replace('/v1/', prefix) } }));

/** The version prefix of each route, and the version of prices. */
export const version = rows({
  ...each(routeNames, (route) => [
    `version.prefix.${route}`,
    change(`serves ${route} under /v2`, movedTo(route, '/v2/')),
  ]),
  'version.price.model': inModels(drop(priceVersion)),
  'version.price.model:list': inModels(drop(priceVersion), 'list'),
  'version.price.model:embeddings': inModels(ofModality('embeddings', replace(priceVersion, ''))),
  'version.price.job': inJobs(drop(jobPriceVersion)),
  'version.price.job:fallback': inJobs(drop(jobPriceVersion), 'fallback'),
  'version.price.agreement': inJobs(replace(jobPriceVersion, 'earlier')),
});
