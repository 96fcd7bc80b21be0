import type { Timer } from '@gateproof/upstreams';
import { type Due, DueQueue } from './due-queue.ts';

/** A timer to wait for. */
export interface TimerStart {
  readonly dueAtMs: number;
  /** Whether it may run beside others of its kind that fall due in the same second. */
  readonly isIndependent: boolean;
  run(): void;
}

/** A timer in the queue: one object each, as thousands may wait. */
export class WaitingTimer implements Due, Timer {
  readonly dueAtMs: number;
  readonly order: number;
  readonly isIndependent: boolean;
  readonly #queue: TimerQueue;
  #run: (() => void) | undefined;

  constructor(queue: TimerQueue, order: number, { dueAtMs, isIndependent, run }: TimerStart) {
    this.dueAtMs = dueAtMs;
    this.order = order;
    this.isIndependent = isIndependent;
    this.#queue = queue;
    this.#run = run;
  }

  /** False once it has run or was called off. */
  get isWaiting(): boolean {
    return this.#run !== undefined;
  }

  run(): void {
    const run = this.#run;
    this.#run = undefined;
    run?.();
  }

  cancel(): void {
    if (this.#run === undefined) return;
    this.#run = undefined;
    this.#queue.cancelled();
  }
}

const fewestToSweep = 256;

/** The timers of a clock in the order in which they fall due. */
export class TimerQueue {
  readonly #queue = new DueQueue<WaitingTimer>();
  #order = 0;
  #cancelled = 0;

  add(start: TimerStart): Timer {
    this.#order += 1;
    const timer = new WaitingTimer(this, this.#order, start);
    this.#queue.add(timer);
    return timer;
  }

  /** What falls due first, be it called off or not. */
  first(): Due | undefined {
    return this.#queue.first();
  }

  /** Takes the first timer that has not been called off, if it is due by the moment and wanted. */
  takeDue(momentMs: number, isWanted: (timer: WaitingTimer) => boolean = () => true): WaitingTimer | undefined {
    for (;;) {
      const first = this.#queue.first();
      if (first === undefined) return undefined;
      const { isWaiting } = first;
      if (isWaiting && (first.dueAtMs > momentMs || !isWanted(first))) return undefined;
      this.#queue.take();
      if (isWaiting) return first;
      this.#cancelled = Math.max(0, this.#cancelled - 1);
    }
  }

  clear(): void {
    this.#queue.clear();
  }

  /** One of its timers was called off: it stays until it comes up, or until such timers are more than half of the queue. */
  cancelled(): void {
    this.#cancelled += 1;
    if (this.#cancelled < fewestToSweep || this.#cancelled * 2 < this.#queue.size) return;
    this.#queue.keepOnly(({ isWaiting }) => isWaiting);
    this.#cancelled = 0;
  }
}
