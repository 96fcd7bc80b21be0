import { type Clock, realTime, type Timer } from '@gateproof/upstreams';
import { Activities } from './activities.ts';
import { type Due, DueQueue } from './due-queue.ts';

interface PendingTimer extends Due {
  run: (() => void) | undefined;
}

export interface AccountClockOptions {
  /** What the clock runs by. Default: the machine's time. */
  readonly real?: Clock;
  /** How long an advance waits for one activity, in ms of real time. Default 2000. */
  readonly graceMs?: number;
  /** How far it is ahead of the real time from the start. Default 0. */
  readonly offsetMs?: number;
}

const fewestToSweep = 256;
const longestRealTimeoutMs = 2 ** 31 - 1;

/**
 * The clock of one account: real time plus an offset that a test moves. One real timeout stands for the earliest due
 * timer; nothing polls.
 */
export class AccountClock implements Clock {
  readonly #real: Clock;
  readonly #activities: Activities;
  readonly #queue = new DueQueue<PendingTimer>();
  #offsetMs: number;
  /** The moment at which the clock stands while it is advanced. */
  #heldAtMs: number | undefined;
  #order = 0;
  #cancelled = 0;
  #wake: Timer | undefined;
  #wakeAtMs = Number.POSITIVE_INFINITY;
  #advancing: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor({ real = realTime, graceMs = 2000, offsetMs = 0 }: AccountClockOptions = {}) {
    this.#offsetMs = offsetMs;
    this.#real = real;
    this.#activities = new Activities(real, graceMs);
  }

  now(): number {
    return this.#heldAtMs ?? this.#real.now() + this.#offsetMs;
  }

  /** How far it is ahead of the real time, in ms. */
  get offsetMs(): number {
    return this.#heldAtMs === undefined ? this.#offsetMs : this.#heldAtMs - this.#real.now();
  }

  setTimer(delayMs: number, run: () => void): Timer {
    this.#order += 1;
    const timer: PendingTimer = { dueAtMs: this.now() + Math.max(0, delayMs), order: this.#order, run };
    if (this.#isStopped) return { cancel: () => {} };
    this.#queue.add(timer);
    this.#wakeForFirst();
    return { cancel: () => this.#cancel(timer) };
  }

  /**
   * Counts the promise as an activity, so that an advance waits for it. For what waits on an outside party, never for what
   * waits on this clock.
   */
  track<T>(activity: Promise<T>): Promise<T> {
    return this.#activities.track(activity);
  }

  /**
   * Moves the clock on. What falls due runs in order, each timer at its own moment, and each only when the activities that
   * the one before it started have settled or have used up their grace. Resolves when all of that has settled. Advances
   * that overlap run one after the other.
   *
   * @throws RangeError when `ms` is not a number of at least zero
   */
  advance(ms: number): Promise<void> {
    if (!Number.isFinite(ms) || ms < 0) {
      throw new RangeError(`A clock is advanced by a number of milliseconds of at least 0, not by ${ms}`);
    }
    const advanced = this.#advancing.then(() => this.#advanceBy(ms));
    this.#advancing = advanced.catch(() => {});
    return advanced;
  }

  /** Calls off all timers, for good. */
  stop(): void {
    this.#isStopped = true;
    this.#queue.clear();
    this.#wake?.cancel();
  }

  async #advanceBy(ms: number): Promise<void> {
    const targetMs = this.now() + ms;
    this.#heldAtMs = this.now();
    try {
      for (let timer = this.#takeDue(targetMs); timer !== undefined; timer = this.#takeDue(targetMs)) {
        this.#heldAtMs = Math.max(this.#heldAtMs, timer.dueAtMs);
        const mark = this.#activities.started;
        timer.run();
        await this.#activities.settledSince(mark);
      }
    } finally {
      this.#offsetMs = targetMs - this.#real.now();
      this.#heldAtMs = undefined;
      this.#wakeForFirst();
    }
  }

  /** A timer that was called off stays in the queue until it comes up, or until such timers are more than half of it. */
  #cancel(timer: PendingTimer): void {
    if (timer.run === undefined) return;
    timer.run = undefined;
    this.#cancelled += 1;
    if (this.#cancelled < fewestToSweep || this.#cancelled * 2 < this.#queue.size) return;
    this.#queue.keepOnly(({ run }) => run !== undefined);
    this.#cancelled = 0;
  }

  /** Takes the first timer that has not been called off and is due by `moment`. */
  #takeDue(momentMs: number): { readonly dueAtMs: number; run(): void } | undefined {
    for (;;) {
      const first = this.#queue.first();
      if (first === undefined) return undefined;
      if (first.run !== undefined && first.dueAtMs > momentMs) return undefined;
      this.#queue.take();
      if (first.run === undefined) {
        this.#cancelled = Math.max(0, this.#cancelled - 1);
        continue;
      }
      const { dueAtMs, run } = first;
      first.run = undefined;
      return { dueAtMs, run };
    }
  }

  #wakeForFirst(): void {
    const first = this.#queue.first();
    if (first === undefined || this.#heldAtMs !== undefined) return;
    const wakeAtMs = first.dueAtMs - this.#offsetMs;
    if (this.#wake !== undefined && this.#wakeAtMs <= wakeAtMs) return;
    this.#wake?.cancel();
    this.#wakeAtMs = wakeAtMs;
    this.#wake = this.#real.setTimer(Math.min(wakeAtMs - this.#real.now(), longestRealTimeoutMs), () =>
      this.#fireDue(),
    );
  }

  #fireDue(): void {
    this.#wake = undefined;
    this.#wakeAtMs = Number.POSITIVE_INFINITY;
    if (this.#heldAtMs !== undefined) return;
    const momentMs = this.now();
    for (let timer = this.#takeDue(momentMs); timer !== undefined; timer = this.#takeDue(momentMs)) timer.run();
    this.#wakeForFirst();
  }
}
