import { type AreaChecks, defineArea } from '../../support/area.ts';
import body from './body.ts';
import rate from './rate.ts';

/** Limits of rate and size. */
export const limit: AreaChecks = defineArea({ checks: [body, rate] });
