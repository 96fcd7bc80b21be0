import type { Exchange } from '../exchange/exchange.ts';

/** How a receiver takes genuine deliveries, as far as a few of them show. */
export interface ReceiverPace {
  /** False where it lets deliveries wait for one another, or turns some away that arrive together. */
  readonly takesMany: boolean;
  /** True where it lets each sender wait for over a second. */
  readonly isSlow: boolean;
}

const together = 24;
const slowMs = 1_000;
/** What many at once may take longer than one alone: half as long again, and what a busy machine needs for them. */
const longer = { times: 1.5, ms: 500 };

/** Delivers one genuine event, then many at once. A receiver that does not acknowledge the first shows nothing, and is taken for a usual one. */
export async function measureReceiver(deliver: () => Promise<Exchange>): Promise<ReceiverPace> {
  const oneMs = acknowledgedAfterMs(await deliver());
  if (oneMs === undefined) return { takesMany: true, isSlow: false };
  const all = await Promise.all(Array.from({ length: together }, async () => acknowledgedAfterMs(await deliver())));
  const slowest = Math.max(...all.map((ms) => ms ?? Number.POSITIVE_INFINITY));
  return { takesMany: slowest <= oneMs * longer.times + longer.ms, isSlow: oneMs > slowMs };
}

/** How long the receiver took to acknowledge a delivery, in ms; undefined: it did not. */
function acknowledgedAfterMs({ request, response }: Exchange): number | undefined {
  if (response === undefined || response.status < 200 || response.status >= 300) return undefined;
  return response.headersAtMs - request.atMs;
}
