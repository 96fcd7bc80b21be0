import { type ServiceNames, serviceNames } from '@gateproof/spec';
import type { Exchange } from '../exchange/exchange.ts';
import { isToTarget } from '../exchange/route-of.ts';
import type { AnsweredExchange, Repair } from './repair.ts';

/** What is known of a target whose answers are mended. */
interface Target {
  readonly baseUrl: string;
  readonly prefix: string;
}

/**
 * The exchange with its answer mended by each of the repairs that finds its break in it, in their order; the same exchange when none does. What was
 * received stays beside it, with the ids of the repairs.
 */
export function mend(exchange: Exchange, repairs: readonly Repair[], { baseUrl, prefix }: Target): Exchange {
  if (!isToTarget(exchange, baseUrl)) return exchange;
  const names = serviceNames(prefix);
  return repairs.reduce((seen, repair) => mendOnce(seen, repair, names), exchange);
}

function mendOnce(exchange: Exchange, repair: Repair, names: ServiceNames): Exchange {
  if (!isAnswered(exchange)) return exchange;
  const mended = repair.mend(exchange, names);
  if (mended === undefined) return exchange;
  const { received, repairs } = exchange.repaired ?? { received: exchange.response, repairs: [] };
  return { ...exchange, response: mended, repaired: { received, repairs: [...repairs, repair.id] } };
}

function isAnswered(exchange: Exchange): exchange is AnsweredExchange {
  return exchange.response !== undefined;
}
