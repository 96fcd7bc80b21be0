import type { Exchange } from '../exchange/exchange.ts';

/** How long a target takes, as its first answers showed, in ms. */
export interface AnswerTimes {
  /** Until a chat is served. */
  readonly chatMs: number;
  /** Until anything else is answered. */
  readonly otherMs: number;
  /** Until its testbed has made an account; 0 without one. */
  readonly arrangeMs: number;
}

/** The time from the request to the end of the answer, in ms. */
export function durationOf({ request, endedAtMs }: Exchange): number {
  return Math.max(0, endedAtMs - request.atMs);
}

/** The middle of some times; 0 where there is none. */
export function median(timesMs: readonly number[]): number {
  const sorted = timesMs.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
