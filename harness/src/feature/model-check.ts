import { likelyRouteOf } from '../exchange/route-of.ts';
import { isAccepted } from './answers.ts';
import { type Feature, shownByEach } from './feature.ts';

/** Requests for a model that does not exist are refused. */
export const modelCheck: Feature = {
  id: 'model-check',
  sentence: () => 'The model of a request is not checked: a model that does not exist is served.',
  rules: ['chat.model.', 'fallback.list.all-unknown', 'stream.early.unknown-model', 'error.message.unknown-model'],
  ...shownByEach((exchange) => {
    if (likelyRouteOf(exchange) !== 'chat') return undefined;
    if (exchange.response?.status === 404) return 'works';
    return isAccepted(exchange) ? 'missing' : undefined;
  }),
};
