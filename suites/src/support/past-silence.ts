import type { Account, Exchange, World } from '@gateproof/harness';

/** A gateway may try a silent endpoint more than once, and wait a while in between. */
const mostTries = 24;

/** A gateway has so long to go on after a move of the clock, in ms, and so many times what the move itself took: a busy machine needs longer for both. */
const goesOnWithinMs = 150;
const movesAsLong = 5;
/** Whoever waits in a move for what it set going needs no more time behind it; the request's own time runs meanwhile. */
const mostBetweenMs = 500;

/** Moves the account's clock past the timeout of an endpoint that stays silent, until the gateway answers. */
export async function pastSilence(world: World, account: Account, pending: Promise<Exchange>): Promise<Exchange> {
  let answered = false;
  const answer = pending.finally(() => {
    answered = true;
  });
  for (let tries = 0; tries < mostTries && !answered; tries += 1) {
    const beganMs = world.elapsedMs();
    await account.advance(world.upstreamTimeoutMs + 1_000);
    const tookMs = world.elapsedMs() - beganMs;
    await world.until(() => answered, Math.max(goesOnWithinMs, Math.min(mostBetweenMs, movesAsLong * tookMs)));
  }
  return answer;
}
