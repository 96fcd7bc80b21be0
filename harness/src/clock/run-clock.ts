/** Time as the harness sees it. The one home of the machine's clock and timers in this package. */
export interface RunClock {
  /** Milliseconds since the clock was made; monotonic, with fractions. */
  nowMs(): number;
  /** The machine's wall clock, in ms since the epoch. */
  wallMs(): number;
  /** Runs `action` after `delayMs`; the returned function cancels it. */
  after(delayMs: number, action: () => void): () => void;
  pause(delayMs: number): Promise<void>;
}

/** A clock that starts at zero now. */
export function startRunClock(): RunClock {
  const beganMs = performance.now();
  const after = (delayMs: number, action: () => void): (() => void) => {
    const timer = setTimeout(action, Math.max(0, delayMs));
    return () => clearTimeout(timer);
  };
  return {
    nowMs: () => performance.now() - beganMs,
    wallMs: () => Date.now(),
    after,
    pause: (delayMs) => (delayMs <= 0 ? Promise.resolve() : new Promise((resolve) => after(delayMs, () => resolve()))),
  };
}

/**
 * Settles as `work` does, or rejects with `late()` once `limitMs` have passed; a limit that is a function may grow meanwhile. The work itself goes on; its
 * owner must close it.
 */
export function withinLimit<T>(
  clock: Pick<RunClock, 'nowMs' | 'after'>,
  limitMs: number | (() => number),
  work: Promise<T>,
  late: () => Error,
): Promise<T> {
  const limitNowMs = typeof limitMs === 'number' ? () => limitMs : limitMs;
  return new Promise<T>((resolve, reject) => {
    let cancel: () => void;
    const wait = (waitedMs: number) => {
      const untilMs = limitNowMs();
      if (untilMs <= waitedMs) reject(late());
      else cancel = clock.after(untilMs - waitedMs, () => wait(untilMs));
    };
    wait(0);
    work.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error);
      },
    );
  });
}
