import { type AreaChecks, defineArea } from '../../support/area.ts';
import { besideFeature, type FeatureControl } from '../../support/beside-feature.ts';
import { controlFallback, controlJobFallback } from '../../support/working-fallback.ts';
import answer from './answer.ts';
import cause from './cause.ts';
import endpoint from './endpoint.ts';
import exhausted from './exhausted.ts';
import limit from './limit.ts';
import list from './list.ts';
import media from './media.ts';
import order from './order.ts';

/** Rules that hold on a target which reads no lists, too: they are decided beside a list that is followed. */
const controls: Readonly<Record<string, FeatureControl>> = {
  'fallback.answer.no-list': controlFallback,
  'fallback.answer.listed-only': controlFallback,
  'fallback.exhausted.error': controlFallback,
  'fallback.limit.accepted-chat': controlFallback,
  'fallback.limit.accepted-media': controlJobFallback,
  'fallback.list.duplicates': controlFallback,
  'fallback.list.requested-model': controlFallback,
  'fallback.list.unknown-entry': controlFallback,
  'fallback.list.unknown-first': controlFallback,
  'fallback.list.forbidden-entry': controlFallback,
  'fallback.media.listed-only': controlJobFallback,
  'fallback.order.first-preferred': controlFallback,
  'fallback.order.one-at-a-time': controlFallback,
};

/** Fallback models and other endpoints: which are asked, in which order, and who answers. */
export const fallback: AreaChecks = defineArea({
  checks: besideFeature([answer, cause, endpoint, exhausted, limit, list, media, order], controls),
});
