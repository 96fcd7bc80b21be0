import type { Account, World } from '@gateproof/harness';

/** What is recorded may be recorded a while after the answer went out: so often it is read, and so long between two reads, in ms. */
const mostReads = 60;
const lookAgainMs = 100;

/** What is recorded of an account, once `isSettled` holds or the wait for it is over. */
export async function settledUsage(
  world: World,
  account: Account,
  isSettled: (usage: Awaited<ReturnType<Account['usage']>>) => boolean,
) {
  for (let reads = 1; ; reads += 1) {
    const usage = await account.usage();
    if (isSettled(usage) || reads >= mostReads) return usage;
    await world.pause(lookAgainMs);
  }
}
