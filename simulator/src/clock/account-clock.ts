import type { Clock, Timer } from './clock.ts';

/** How long an advance waits, in ms of real time, for work that waits on an outside party. */
const settleGraceMs = 2_000;

/** A clock that a test moves: real time plus an offset. Nothing polls: one real timer stands for the earliest due one. */
export interface AccountClock extends Clock {
  /** Moves the clock, fires what falls due in order and resolves once the work that this started has settled. */
  advance(ms: number): Promise<void>;
  /** Work that an advance waits for before it goes on. */
  track(work: Promise<unknown>): void;
  /** Calls all timers off. */
  stop(): void;
}

interface Due {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** A clock of its own on top of another one; its timers fire at their time on this clock. */
export function createAccountClock(base: Clock): AccountClock {
  const state = new ClockState(base);
  return {
    now: () => state.now(),
    setTimer: (delayMs, run) => state.set(delayMs, run),
    advance: (ms) => state.advance(ms),
    track: (work) => state.track(work),
    stop: () => state.stop(),
  };
}

class ClockState {
  readonly #base: Clock;
  #offsetMs = 0;
  /** Set while an advance fires timers: each sees its own due time as now. */
  #frozenMs: number | undefined;
  #order = 0;
  readonly #due: Due[] = [];
  #armed: Timer | undefined;
  readonly #working = new Set<Promise<unknown>>();

  constructor(base: Clock) {
    this.#base = base;
  }

  now(): number {
    return this.#frozenMs ?? this.#base.now() + this.#offsetMs;
  }

  set(delayMs: number, run: () => void): Timer {
    this.#order += 1;
    const due: Due = { atMs: this.now() + Math.max(0, delayMs), order: this.#order, run };
    insert(this.#due, due);
    this.#arm();
    return { cancel: () => this.#remove(due) };
  }

  track(work: Promise<unknown>): void {
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    this.#working.add(settled);
    settled.then(() => this.#working.delete(settled));
  }

  async advance(ms: number): Promise<void> {
    const targetMs = this.now() + ms;
    for (;;) {
      await this.#settle();
      const next = this.#due[0];
      if (next === undefined || next.atMs > targetMs) break;
      this.#due.shift();
      this.#frozenMs = Math.max(this.now(), next.atMs);
      next.run();
    }
    this.#frozenMs = undefined;
    this.#offsetMs = Math.max(this.#offsetMs, targetMs - this.#base.now());
    this.#arm();
  }

  stop(): void {
    this.#due.length = 0;
    this.#armed?.cancel();
  }

  /** Lets started work go on until it is done, or until it has waited on others for the grace. */
  async #settle(): Promise<void> {
    while (this.#working.size > 0) {
      let late = false;
      const grace = new Promise<void>((resolve) => {
        const timer = this.#base.setTimer(settleGraceMs, () => {
          late = true;
          resolve();
        });
        Promise.all(this.#working).then(() => {
          timer.cancel();
          resolve();
        });
      });
      await grace;
      if (late) return;
    }
  }

  #arm(): void {
    this.#armed?.cancel();
    this.#armed = undefined;
    const next = this.#due[0];
    if (next === undefined || this.#frozenMs !== undefined) return;
    this.#armed = this.#base.setTimer(next.atMs - this.now(), () => this.#fire());
  }

  #fire(): void {
    if (this.#frozenMs === undefined) {
      while (this.#due[0] !== undefined && this.#due[0].atMs <= this.now()) this.#due.shift()?.run();
    }
    this.#arm();
  }

  #remove(due: Due): void {
    const index = this.#due.indexOf(due);
    if (index >= 0) this.#due.splice(index, 1);
    if (index === 0) this.#arm();
  }
}

/** Keeps the list in order of due time, then of setting, by a binary search. */
function insert(list: Due[], due: Due): void {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = list[middle];
    if (other !== undefined && (other.atMs < due.atMs || (other.atMs === due.atMs && other.order < due.order))) low = middle + 1;
    else high = middle;
  }
  list.splice(low, 0, due);
}
