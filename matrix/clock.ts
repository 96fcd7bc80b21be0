import { startRunClock } from '@gateproof/harness';

/** Time as all proofs see it. */
export const clock = startRunClock();
