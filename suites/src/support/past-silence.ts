import type { Account, Exchange, World } from '@gateproof/harness';

/** A gateway may try a silent endpoint more than once, and wait a while in between. */
const mostTries = 24;

/** Moves the account's clock past the timeout of an endpoint that stays silent, until the gateway answers. */
export async function pastSilence(world: World, account: Account, pending: Promise<Exchange>): Promise<Exchange> {
  let answered = false;
  const answer = pending.finally(() => {
    answered = true;
  });
  for (let tries = 0; tries < mostTries && !answered; tries += 1) {
    await account.advance(world.upstreamTimeoutMs + 1_000);
    await world.until(() => answered, 150);
  }
  return answer;
}
