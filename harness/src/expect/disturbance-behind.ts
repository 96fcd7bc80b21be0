import { Disturbed } from '../check/setup-failed.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { disturbanceOf } from './disturbance-of.ts';

/**
 * What may be behind the trouble that a case came to: what the check itself found, or the first request that met something from outside. A
 * case that is about limits (it set one, or its endpoint answered with one) is not disturbed by them.
 */
export function disturbanceBehind(
  trouble: Error,
  exchanges: readonly Exchange[],
  limitsExpected: boolean,
): Disturbed | undefined {
  const isAboutLimits = limitsExpected || exchanges.some(isLimitOfEndpoint);
  if (trouble instanceof Disturbed) {
    if (!trouble.isLimit || !isAboutLimits) return trouble;
    return new Disturbed(trouble.message, { exchange: trouble.exchange, otherwise: trouble.otherwise });
  }
  for (const exchange of exchanges) {
    const found = exchange.side === 'request' ? disturbanceOf(exchange) : undefined;
    if (found === undefined || (found.isLimit && isAboutLimits)) continue;
    const { what, ...rest } = found;
    return new Disturbed(what, { exchange: exchange.id, otherwise: trouble, ...rest });
  }
  return undefined;
}

function isLimitOfEndpoint({ side, response }: Exchange): boolean {
  return side === 'upstream' && (response?.status === 429 || response?.status === 503);
}
