import type { Exchange } from './exchange.ts';

/** How many of the exchanges are requests to the target. */
export function requestsIn(exchanges: readonly Exchange[]): number {
  return exchanges.filter(({ side }) => side === 'request').length;
}
