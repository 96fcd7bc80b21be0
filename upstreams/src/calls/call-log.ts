import type { Clock } from '../clock/clock.ts';
import type { UpstreamCall } from './upstream-call.ts';

interface Waiter {
  readonly number: number;
  readonly resolve: (call: UpstreamCall) => void;
}

/** The newest calls of an upstream, and those who wait for one to come. */
export class CallLog {
  readonly #limit: number;
  readonly #calls: UpstreamCall[] = [];
  readonly #waiters = new Set<Waiter>();
  readonly #listeners = new Set<(call: UpstreamCall) => void>();
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many calls ever came. */
  get count(): number {
    return this.#count;
  }

  get calls(): readonly UpstreamCall[] {
    return this.#calls;
  }

  /** Whether somebody waits for calls or is called back with them. */
  get isWatched(): boolean {
    return this.#waiters.size + this.#listeners.size > 0;
  }

  /** Counts a call that is not kept. */
  pass(): void {
    this.#count += 1;
  }

  add(call: UpstreamCall): void {
    this.#count += 1;
    this.#calls.push(call);
    if (this.#calls.length > this.#limit) this.#calls.shift();
    for (const listener of this.#listeners) listener(call);
    for (const waiter of this.#waiters) if (waiter.number === call.number) waiter.resolve(call);
  }

  /** Calls back with each call that comes from now on; the returned function ends that. */
  onCall(listener: (call: UpstreamCall) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The call with that number, now or once it comes; undefined when `deadlineMs` pass first or it is no longer kept. */
  wait(number: number, deadlineMs: number, clock: Clock): Promise<UpstreamCall | undefined> {
    if (number <= this.#count) return Promise.resolve(this.#calls.find((call) => call.number === number));
    return new Promise((resolve) => {
      const waiter: Waiter = {
        number,
        resolve: (call) => {
          timer.cancel();
          this.#waiters.delete(waiter);
          resolve(call);
        },
      };
      const timer = clock.setTimer(deadlineMs, () => {
        this.#waiters.delete(waiter);
        resolve(undefined);
      });
      this.#waiters.add(waiter);
    });
  }
}
