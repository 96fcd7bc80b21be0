import { startRunClock } from '@gateproof/harness';

/** Time as all measurements see it. */
export const clock = startRunClock();

/** A signal that fires after `delayMs`, and holds no process open until then. */
export const abortAfter = (delayMs: number): AbortSignal => AbortSignal.timeout(delayMs);
