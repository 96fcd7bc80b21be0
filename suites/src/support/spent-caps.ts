import { codeOf, type Exchange, SetupFailed, type World } from '@gateproof/harness';

/** Whoever books what a request cost may do so a moment after it was answered, or after its job is seen to be done. */
export const bookedWithinMs = 1_000;

/** Where a request was served still, it is sent again after each of these, in ms: a busy machine books late, too. */
export const bookingWaitsMs = [bookedWithinMs, 4 * bookedWithinMs] as const;

/** The answer to a request beyond a cap; where it was served, to one more that is sent when all before it must have been booked. */
export async function beyondCap(world: World, ask: () => Promise<Exchange>): Promise<Exchange> {
  let exchange = await ask();
  for (const waitMs of bookingWaitsMs) {
    if (exchange.response?.status !== 200) break;
    await world.pause(waitMs);
    exchange = await ask();
  }
  return exchange;
}

/** At the cap itself any treatment is legal (freedom F065): so many requests beyond it are sent at most. */
const beyond = 4;

/** Control that what a key spends is counted: one whose cap has room for one request is refused in the end. */
export async function controlSpendCounts(world: World, ask: () => Promise<Exchange>): Promise<void> {
  for (let sent = 0; sent <= beyond; sent += 1) {
    if (codeOf(await ask()) === 'budget_exceeded') return;
    if (sent > 0) await world.pause(bookedWithinMs);
  }
  throw new SetupFailed('what a key spends is not counted', { prerequisite: 'limit.spend.adds-up' });
}
