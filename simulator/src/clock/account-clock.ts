import { type Clock, realTime, type Timer } from '@gateproof/upstreams';
import { Activities } from './activities.ts';
import { TimerQueue } from './timer-queue.ts';

export interface AccountClockOptions {
  /** What the clock runs by. Default: the machine's time. */
  readonly real?: Clock;
  /** How long an advance waits for one activity, in ms of real time. Default 2000. */
  readonly graceMs?: number;
  /** How far it is ahead of the real time from the start. Default 0. */
  readonly offsetMs?: number;
}

/** Most independent timers that an advance runs before it waits for what they started. */
const mostAtOnce = 64;
const longestRealTimeoutMs = 2 ** 31 - 1;

/**
 * The clock of one account: real time plus an offset that a test moves. One real timeout stands for the earliest due
 * timer; nothing polls.
 */
export class AccountClock implements Clock {
  readonly #real: Clock;
  readonly #activities: Activities;
  readonly #queue = new TimerQueue();
  #offsetMs: number;
  /** The moment at which the clock stands while it is advanced. */
  #heldAtMs: number | undefined;
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
    return this.#set(delayMs, run, false);
  }

  /**
   * A timer that neither waits for others of its kind nor matters to them: an advance runs those of one second, in order, before it waits for what
   * they started.
   */
  setIndependentTimer(delayMs: number, run: () => void): Timer {
    return this.#set(delayMs, run, true);
  }

  #set(delayMs: number, run: () => void, isIndependent: boolean): Timer {
    if (this.#isStopped) return { cancel: () => {} };
    const timer = this.#queue.add({ dueAtMs: this.now() + Math.max(0, delayMs), run, isIndependent });
    this.#wakeForFirst();
    return timer;
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
      for (let timer = this.#queue.takeDue(targetMs); timer !== undefined; timer = this.#queue.takeDue(targetMs)) {
        this.#heldAtMs = Math.max(this.#heldAtMs, timer.dueAtMs);
        const mark = this.#activities.started;
        timer.run();
        if (timer.isIndependent) this.#runOthersOfSecond(targetMs);
        await this.#activities.settledSince(mark);
      }
    } finally {
      this.#offsetMs = targetMs - this.#real.now();
      this.#heldAtMs = undefined;
      this.#wakeForFirst();
    }
  }

  /** Runs the independent timers that come next and fall due in the second at which the clock stands, each at its own moment. */
  #runOthersOfSecond(targetMs: number): void {
    const endMs = Math.floor(this.now() / 1000) * 1000 + 999;
    for (let count = 1; count < mostAtOnce; count += 1) {
      const timer = this.#queue.takeDue(Math.min(targetMs, endMs), ({ isIndependent }) => isIndependent);
      if (timer === undefined) return;
      this.#heldAtMs = Math.max(this.now(), timer.dueAtMs);
      timer.run();
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
    for (let timer = this.#queue.takeDue(momentMs); timer !== undefined; timer = this.#queue.takeDue(momentMs))
      timer.run();
    this.#wakeForFirst();
  }
}
