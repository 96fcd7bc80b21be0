import type { RunClock } from '../clock/run-clock.ts';

/** How long one case waits in all, of which what overlaps counts once. */
export class Waits {
  readonly #clock: Pick<RunClock, 'nowMs'>;
  #underWay = 0;
  #sinceMs = 0;
  #doneMs = 0;

  constructor(clock: Pick<RunClock, 'nowMs'>) {
    this.#clock = clock;
  }

  async during<Value>(wait: Promise<Value>): Promise<Value> {
    if (this.#underWay === 0) this.#sinceMs = this.#clock.nowMs();
    this.#underWay += 1;
    try {
      return await wait;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#doneMs += this.#clock.nowMs() - this.#sinceMs;
    }
  }

  totalMs(): number {
    return this.#doneMs + (this.#underWay === 0 ? 0 : this.#clock.nowMs() - this.#sinceMs);
  }
}
