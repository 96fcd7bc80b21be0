import type { Clock } from '@gateproof/upstreams';

/** Work under way that waits for an outside party: a call to an endpoint, a delivery. */
export class Activities {
  readonly #real: Clock;
  readonly #graceMs: number;
  readonly #running = new Map<Promise<unknown>, number>();
  #started = 0;

  /** `graceMs`: how long one activity is waited for, in ms of real time since it started. */
  constructor(real: Clock, graceMs: number) {
    this.#real = real;
    this.#graceMs = graceMs;
  }

  /** How many activities ever started: the mark that `settledSince` takes. */
  get started(): number {
    return this.#started;
  }

  /** Counts the promise as an activity until it settles, and gives it back. */
  track<T>(activity: Promise<T>): Promise<T> {
    this.#started += 1;
    this.#running.set(activity, this.#started);
    const forget = () => this.#running.delete(activity);
    activity.then(forget, forget);
    return activity;
  }

  /** Resolves once every activity that started after `mark` has settled or has used up its grace. */
  async settledSince(mark: number): Promise<void> {
    let seen = mark;
    for (;;) {
      await nextTurn();
      await nextTurn();
      const young = [...this.#running].filter(([, number]) => number > seen).map(([activity]) => activity);
      if (young.length === 0) return;
      seen = this.#started;
      await this.#settledOrGraceOver(young);
    }
  }

  #settledOrGraceOver(activities: readonly Promise<unknown>[]): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#real.setTimer(this.#graceMs, resolve);
      void Promise.allSettled(activities).then(() => {
        timer.cancel();
        resolve();
      });
    });
  }
}

/** Lets everything run that is ready to run. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
