/** Time as everything here sees it: injected, so that a test can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `run` once `delayMs` have passed on this clock. */
  setTimer(delayMs: number, run: () => void): Timer;
}

/** A timer that has been set and can be called off. Cancelling twice, or after it has fired, does nothing. */
export interface Timer {
  cancel(): void;
}
