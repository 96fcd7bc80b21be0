import type { Timer } from '@gateproof/upstreams';
import { type Due, DueQueue } from './due-queue.ts';

/** A timer that has not fired yet. */
export interface WaitingTimer {
  readonly dueAtMs: number;
  /** Whether it may run beside others of its kind that fall due in the same second. */
  readonly isIndependent: boolean;
  run(): void;
}

interface QueuedTimer extends Due {
  /** Undefined once the timer was called off. */
  timer: WaitingTimer | undefined;
}

const fewestToSweep = 256;

/** The timers of a clock in the order in which they fall due. */
export class TimerQueue {
  readonly #queue = new DueQueue<QueuedTimer>();
  #order = 0;
  #cancelled = 0;

  add(timer: WaitingTimer): Timer {
    this.#order += 1;
    const queued: QueuedTimer = { dueAtMs: timer.dueAtMs, order: this.#order, timer };
    this.#queue.add(queued);
    return { cancel: () => this.#cancel(queued) };
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
      const { timer } = first;
      if (timer !== undefined && (timer.dueAtMs > momentMs || !isWanted(timer))) return undefined;
      this.#queue.take();
      first.timer = undefined;
      if (timer !== undefined) return timer;
      this.#cancelled = Math.max(0, this.#cancelled - 1);
    }
  }

  clear(): void {
    this.#queue.clear();
  }

  /** A timer that was called off stays in the queue until it comes up, or until such timers are more than half of it. */
  #cancel(queued: QueuedTimer): void {
    if (queued.timer === undefined) return;
    queued.timer = undefined;
    this.#cancelled += 1;
    if (this.#cancelled < fewestToSweep || this.#cancelled * 2 < this.#queue.size) return;
    this.#queue.keepOnly(({ timer }) => timer !== undefined);
    this.#cancelled = 0;
  }
}
