import { secondMs } from '@gateproof/spec';
import type { Exchange } from '../exchange/exchange.ts';

/** How a receiver takes genuine deliveries, as far as a few of them show. */
export interface ReceiverPace {
  /** False where it lets deliveries wait for one another, or turns some away that arrive together. */
  readonly takesMany: boolean;
  /** True where it turned some away that arrived together. */
  readonly turnsAway?: true;
  /** How many cases it takes side by side, where that is more or fewer than usual. */
  readonly lanes?: number;
}

const together = 24;
const slowMs = secondMs;
/** What many at once may take longer than one alone: half as long again, and what a busy machine needs for them. */
const longer = { times: 1.5, ms: 500 };
/** Where it takes many at once and its time for each, a run only waits. */
const lanesOfSlow = 48;
const usualLanes = 8;
/** No delivery is to wait longer for others than this, well within the ten seconds of the contract. */
const mostWaitS = 4;
/** A case delivers two at once. */
const ofOneCase = 2;

/** Delivers one genuine event, then many at once. A receiver that does not acknowledge the first shows nothing, and is taken for a usual one. */
export async function measureReceiver(deliver: () => Promise<Exchange>): Promise<ReceiverPace> {
  const oneMs = acknowledgedAfterMs(await deliver());
  if (oneMs === undefined) return { takesMany: true };
  const exchanges = await Promise.all(Array.from({ length: together }, () => deliver()));
  const times = exchanges.map(acknowledgedAfterMs).filter((ms) => ms !== undefined);
  const slowestMs = Math.max(oneMs, ...times);
  if (times.length === together && slowestMs <= oneMs * longer.times + longer.ms)
    return { takesMany: true, ...(oneMs > slowMs ? { lanes: lanesOfSlow } : {}) };
  const perSecond = (Math.max(1, times.length) * secondMs) / Math.max(1, slowestMs);
  // Of what it turns away beyond, no more than it takes.
  const taken = times.length === together ? together : times.length / ofOneCase;
  const lanes = Math.max(1, Math.floor(Math.min(taken, perSecond * mostWaitS)));
  return {
    takesMany: false,
    ...(times.length < together ? { turnsAway: true } : {}),
    ...(lanes < usualLanes ? { lanes } : {}),
  };
}

/** Where effects come later than this, a run only waits for them. */
const lateMs = 3 * secondMs;

/** The pace of a receiver whose first effect came so long after its acknowledgement; undefined: none was seen. */
export function withEffectLag(pace: ReceiverPace, lagMs: number | undefined): ReceiverPace {
  return pace.takesMany && lagMs !== undefined && lagMs > lateMs ? { ...pace, lanes: lanesOfSlow } : pace;
}

/** How long the receiver took to acknowledge a delivery, in ms; undefined: it did not. */
function acknowledgedAfterMs({ request, response }: Exchange): number | undefined {
  if (response === undefined || response.status < 200 || response.status >= 300) return undefined;
  return response.headersAtMs - request.atMs;
}
