import type { Finding } from '@gateproof/harness';

/** What a step of a sequence showed about one rule: it held, or it did not. */
export interface Observation extends Finding {
  readonly rule: string;
  readonly held: boolean;
}

/** Ends a sequence early: what happened is legal, and the model can not follow it. */
export class LostTrack extends Error {}
