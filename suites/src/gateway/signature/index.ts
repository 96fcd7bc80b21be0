import { type AreaChecks, defineArea } from '../../support/area.ts';
import header from './header.ts';
import secret from './secret.ts';
import time from './time.ts';
import valueExactBytes from './value.exact-bytes.ts';
import valueFailedJob from './value.failed-job.ts';
import valueOnRetry from './value.on-retry.ts';
import value from './value.ts';

/** Signatures of deliveries: their form, what they cover, when they were made. */
export const signature: AreaChecks = defineArea({
  checks: [valueExactBytes, valueFailedJob, valueOnRetry, time, secret],
  standing: [header, value],
});
