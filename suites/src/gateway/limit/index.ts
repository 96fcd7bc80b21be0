import { type AreaChecks, defineArea } from '../../support/area.ts';
import { besideFeature } from '../../support/beside-feature.ts';
import { beyondItsCap } from '../../support/controls/auth.ts';
import body from './body.ts';
import context from './context.ts';
import rate from './rate.ts';
import spend from './spend.ts';

/** Limits of rate and size. */
export const limit: AreaChecks = defineArea({
  checks: besideFeature([body, rate, context, spend], { 'limit.spend.refused-not-counted': beyondItsCap }),
});
