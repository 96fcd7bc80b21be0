import type { Clock } from './clock/clock.ts';

interface Due {
  readonly atMs: number;
  readonly run: () => void;
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #nowMs = 1_800_000_000_000;
  readonly #due = new Set<Due>();
  #awaiting: (() => void)[] = [];

  now(): number {
    return this.#nowMs;
  }

  setTimer(delayMs: number, run: () => void) {
    const due: Due = { atMs: this.#nowMs + delayMs, run };
    this.#due.add(due);
    for (const resolve of this.#awaiting.splice(0)) resolve();
    return { cancel: () => this.#due.delete(due) };
  }

  get timerCount(): number {
    return this.#due.size;
  }

  /** Resolves once a timer is set and has not fired yet. */
  async timerSet(): Promise<void> {
    if (this.#due.size === 0) await new Promise<void>((resolve) => this.#awaiting.push(resolve));
  }

  advance(ms: number): void {
    this.#nowMs += ms;
    for (const due of this.#due) {
      if (due.atMs > this.#nowMs) continue;
      this.#due.delete(due);
      due.run();
    }
  }
}
