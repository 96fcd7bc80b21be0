import type { Exchange } from '../exchange/exchange.ts';
import type { Disturbance } from './disturbance.ts';
import type { RequestLog } from './request-log.ts';
import type { Attempt } from './run-case.ts';

/** One disturbed attempt at a case, as the policy looks at it. */
export interface DisturbedAttempt {
  readonly of: Disturbance;
  readonly wasAlone: boolean;
  /** The wait that the target asked for, in ms; 0: none. */
  readonly retryAfterMs: number;
  /** Requests of this kind have met with nothing else in this run, and in a case that ran alone too. */
  readonly isLasting: boolean;
  /** The request after which the target was away, and its place among those of the case. */
  readonly culprit?: Culprit;
}

interface Culprit {
  readonly exchange: Exchange;
  readonly ordinal: number;
}

/** Describes an attempt for the policy; undefined for one that nothing disturbed. */
export function disturbedAttempt(seen: Attempt, wasAlone: boolean, log: RequestLog): DisturbedAttempt | undefined {
  if (seen.disturbance === undefined) return undefined;
  const { error, of } = seen.disturbance;
  const culprit = of.kind === 'target-away' ? culpritIn(seen) : undefined;
  return {
    of,
    wasAlone,
    retryAfterMs: error.retryAfterMs,
    isLasting: log.isLasting(hitExchange(seen), seen.kinds),
    ...(culprit === undefined ? {} : { culprit }),
  };
}

/** The exchange of the case that was hit, if any. */
export function hitExchange({ disturbance, exchanges }: Attempt): Exchange | undefined {
  return exchanges.find(({ id }) => id === disturbance?.error.exchange);
}

/** The exchange that is known to have ended it; else the first request that was under way when the target went; else the last that it answered. */
function culpritIn(seen: Attempt): Culprit | undefined {
  const { exchanges } = seen;
  const known = hitExchange(seen);
  if (known !== undefined)
    return { exchange: known, ordinal: exchanges.filter(({ side }) => side === known.side).indexOf(known) };
  const requests = exchanges.filter(({ side }) => side === 'request');
  const unanswered = requests.findIndex(({ ending }) => ending === 'cut' || ending === 'timeout');
  const ordinal = unanswered >= 0 ? unanswered : requests.findLastIndex(({ ending }) => ending !== 'refused');
  const exchange = requests[ordinal];
  return exchange === undefined ? undefined : { exchange, ordinal };
}
