import type { World } from '@gateproof/harness';

/** Newest answers of the target by which its pace is judged. */
const lookedAt = 9;
/** A machine that answers a request so fast has long read an answer that was so many times as long on its way. */
const timesAsLong = 5;
/** Who holds its own answers back is not waited for at such length, in ms. */
const mostMs = 1_000;

/**
 * Gives our receiver's answer the time to be read by the target before its clock is moved on: so long at least, in ms, and longer where the target or
 * the machine is slow, as its answers in this case show.
 */
export async function letAnswerTravel(world: World, leastMs: number): Promise<void> {
  const tookMs = world
    .exchanges()
    .filter(({ side, ending }) => side === 'request' && ending === 'complete')
    .slice(-lookedAt)
    .map(({ request, endedAtMs }) => endedAtMs - request.atMs)
    .sort((one, other) => one - other);
  const usualMs = tookMs[Math.floor(tookMs.length / 2)] ?? 0;
  await world.pause(Math.max(leastMs, Math.min(mostMs, timesAsLong * usualMs)));
}
