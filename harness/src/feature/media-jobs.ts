import { objectOf } from '../exchange/json-of.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';
import { isAccepted } from './answers.ts';
import { type Feature, shownByEach } from './feature.ts';

/** Images and transcriptions are made by jobs. */
export const mediaJobs: Feature = {
  id: 'media-jobs',
  sentence: () => 'There are no media jobs: a submission is not answered with a Job.',
  exercises: ['job.'],
  ...shownByEach((exchange) => {
    const route = likelyRouteOf(exchange);
    if ((route !== 'image' && route !== 'transcription') || !isAccepted(exchange)) return undefined;
    const { id, state } = objectOf(exchange) ?? {};
    return typeof id === 'string' && typeof state === 'string' ? 'works' : 'missing';
  }),
};
