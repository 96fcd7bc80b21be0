import { type AreaChecks, defineArea } from '../../support/area.ts';
import { besideFeature } from '../../support/beside-feature.ts';
import { fallbackControls } from '../../support/controls/fallback.ts';
import answer from './answer.ts';
import cause from './cause.ts';
import endpoint from './endpoint.ts';
import exhausted from './exhausted.ts';
import limit from './limit.ts';
import list from './list.ts';
import media from './media.ts';
import order from './order.ts';

/** Fallback models and other endpoints: which are asked, in which order, and who answers. */
export const fallback: AreaChecks = defineArea({
  checks: besideFeature([answer, cause, endpoint, exhausted, limit, list, media, order], fallbackControls),
});
