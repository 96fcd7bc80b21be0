import { type AreaChecks, defineArea } from '../../support/area.ts';
import body from './body.ts';
import context from './context.ts';
import rate from './rate.ts';
import spend from './spend.ts';

/** Limits of rate and size. */
export const limit: AreaChecks = defineArea({ checks: [body, rate, context, spend] });
