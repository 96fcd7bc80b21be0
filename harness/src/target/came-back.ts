import type { RunClock } from '../clock/run-clock.ts';

const lookAgainMs = 150;

/** Resolves once what takes connections now has stopped to, and takes them again; at once when the signal fires. Where nothing takes them yet, the first time counts. */
export async function cameBack(
  takes: () => Promise<boolean>,
  clock: Pick<RunClock, 'pause'>,
  signal: AbortSignal,
): Promise<void> {
  let wasAway = false;
  while (!signal.aborted) {
    const isThere = await takes();
    if (isThere && wasAway) return;
    wasAway ||= !isThere;
    await clock.pause(lookAgainMs);
  }
}
