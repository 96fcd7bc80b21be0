import { bodyFormOf } from '../exchange/body-form.ts';
import { mediaTypeOf } from '../exchange/headers.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';
import { streamOf } from '../exchange/stream-of.ts';
import { isAccepted } from './answers.ts';
import { type Feature, shownByEach } from './feature.ts';

/** The end of a stream whose endpoint was lost says so. */
export const streamFailures: Feature = {
  id: 'stream-failures',
  harm: 'content',
  sentence: () => 'A stream whose endpoint is lost just ends: no chunk carries an error.',
  rules: ['stream.failure.', 'stream.failure-cause.', 'stream.failover.after-role-chunk'],
  exercises: ['stream.failure.'],
  ...shownByEach((exchange) => {
    if (likelyRouteOf(exchange) !== 'chat' || !isAccepted(exchange)) return undefined;
    if (streamOf(exchange).errorChunks.length > 0) return 'works';
    const isStream =
      mediaTypeOf(exchange) === 'text/event-stream' && ['events', 'empty'].includes(bodyFormOf(exchange));
    return isStream ? 'missing' : undefined;
  }),
};
