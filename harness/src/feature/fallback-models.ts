import type { Exchange } from '../exchange/exchange.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';
import { isAccepted, requestObjectOf } from './answers.ts';
import type { Feature } from './feature.ts';

/** The models of the list `models` are asked when the first can't serve. */
export const fallbackModels: Feature = {
  id: 'fallback-models',
  sentence: () => '`models` is ignored: when the requested model fails, no other is asked.',
  rules: ['fallback.', 'stream.failover.fallback-model'],
  works: (exchanges) => endpointsIn(exchanges) > 1 && exchanges.filter(listsModels).some(isAccepted),
  missing: (exchanges) => (endpointsIn(exchanges) === 1 ? exchanges.filter(listsModels).filter(isServerError) : []),
};

/** How many endpoints the target asked. */
function endpointsIn(exchanges: readonly Exchange[]): number {
  return new Set(exchanges.filter(({ side }) => side === 'upstream').map(({ request }) => request.url)).size;
}

function isServerError({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 500;
}

function listsModels(exchange: Exchange): boolean {
  if (likelyRouteOf(exchange) === undefined) return false;
  const { model, models } = requestObjectOf(exchange) ?? {};
  return Array.isArray(models) && models.some((other) => other !== model);
}
