import type { Disturbed } from '../check/setup-failed.ts';
import type { Exchange, ExchangeSide } from '../exchange/exchange.ts';

/**
 * What hit a request of a case.
 *
 * - `limit`: answered that there are too many requests (429)
 * - `unavailable`: answered that the target is not ready (503)
 * - `silence`: no whole answer in time
 * - `loss`: no connection, or one that was lost
 */
type Hit = 'limit' | 'unavailable' | 'silence' | 'loss';

/**
 * What kept an attempt at a case from showing anything of the target.
 *
 * - `request`: one exchange was hit, the `ordinal`-th of its side in the case
 * - `arrangement`: the testbed could not be reached
 * - `harness-stall`: this process stood still
 * - `calendar-turn`: a day, month or year may have begun, or the machine's clock was set
 * - `target-away`: the target was not there
 */
export type Disturbance =
  | { readonly kind: 'request'; readonly hit: Hit; readonly side: ExchangeSide; readonly ordinal: number }
  | { readonly kind: 'arrangement' }
  | { readonly kind: 'harness-stall' }
  | { readonly kind: 'calendar-turn' }
  | { readonly kind: 'target-away' };

/** What was disturbed by an error that the check language calls so. */
export function disturbanceIn(error: Disturbed, exchanges: readonly Exchange[]): Disturbance {
  if (error.isAbsence) return { kind: 'target-away' };
  const hit = exchanges.find(({ id }) => id === error.exchange);
  if (hit === undefined) return { kind: 'arrangement' };
  const ordinal = exchanges.filter(({ side }) => side === hit.side).indexOf(hit);
  return { kind: 'request', hit: hitOf(error, hit), side: hit.side, ordinal };
}

/** True when two attempts at one case were disturbed in the same place. */
export function isSameDisturbance(one: Disturbance, other: Disturbance): boolean {
  if (one.kind !== 'request' || other.kind !== 'request') return one.kind === other.kind;
  return one.side === other.side && one.ordinal === other.ordinal;
}

function hitOf({ status }: Disturbed, { ending }: Exchange): Hit {
  if (status !== undefined) return status === 429 ? 'limit' : 'unavailable';
  return ending === 'timeout' ? 'silence' : 'loss';
}
