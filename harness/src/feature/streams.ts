import { objectOf } from '../exchange/json-of.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';
import { streamOf } from '../exchange/stream-of.ts';
import { isAccepted, requestObjectOf } from './answers.ts';
import { type Feature, shownByEach } from './feature.ts';

/** Chat is streamed when that is asked for. */
export const streams: Feature = {
  id: 'streams',
  sentence: () => '`stream: true` is ignored: the answer is one JSON body.',
  exercises: ['stream.event.', 'stream.failure.'],
  ...shownByEach((exchange) => {
    const isAsked = likelyRouteOf(exchange) === 'chat' && requestObjectOf(exchange)?.stream === true;
    if (!isAsked || !isAccepted(exchange)) return undefined;
    if (Array.isArray(objectOf(exchange)?.choices)) return 'missing';
    return streamOf(exchange).chunks.length > 0 ? 'works' : undefined;
  }),
};
