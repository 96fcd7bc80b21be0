import { routeNames } from '@gateproof/simulator/behaviour';
import { decide, each, rows } from '../../change.ts';
import { drop, type JsonObject, replace, when } from '../../edits/fields.ts';
import { inJobs, inModels, ofModality } from '../../operators/edit-messages.ts';
import { writeSignature } from '../../operators/signing.ts';

const priceVersion = 'pricing.price_version';
const jobPriceVersion = 'usage.cost.price_version';
const movedTo = (route: (typeof routeNames)[number]) =>
  decide('routes', `serves ${route} under /v2`, ({ paths }) => ({
    paths: { ...paths, [route]: paths[route].replace('/v1/', '/v2/') },
  }));

const isFree = ({ usage }: JsonObject) => JSON.stringify(usage)?.includes('"billing_usd":0,') === true;
const isDear = ({ pricing }: JsonObject) => Number(/"usd":([\d.]+)/.exec(JSON.stringify(pricing))?.[1]) > 0.5;

/** The version prefix of each route, and the version of prices. */
export const version = rows('version', {
  ...each('prefix.*', routeNames, (route) => movedTo(route)),
  'signature.label': writeSignature('with v2 for v1', (t, v1) => [`t=${t}`, ...v1.map((one) => `v2=${one}`)].join(',')),
  'price.model': inModels(drop(priceVersion)),
  'price.model:list': inModels(drop(priceVersion), 'list'),
  'price.model:embeddings': inModels(ofModality('embeddings', replace(priceVersion, ''))),
  'price.job': inJobs(drop(jobPriceVersion)),
  'price.job:fallback': inJobs(drop(jobPriceVersion), 'fallback'),
  'price.job:free': inJobs(when('where it is free', isFree, drop(jobPriceVersion))),
  'price.agreement': inJobs(replace(jobPriceVersion, 'earlier')),
  'price.agreement:one-for-all': inModels(when('of models above half a dollar', isDear, replace(priceVersion, 'dear'))),
});
