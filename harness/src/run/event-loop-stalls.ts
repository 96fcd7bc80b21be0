import { Disturbed } from '../check/setup-failed.ts';
import type { RunClock } from '../clock/run-clock.ts';
import type { Attempt } from './run-case.ts';

const lookEveryMs = 100;
/** A shorter stall is inside what the limits of the checks allow for. */
const noticeableMs = 1_000;

/**
 * When this process stood still: not given the machine, or busy with one thing. Answers that came meanwhile look late, and timers are over
 * before what they wait for is read, so what a case saw then shows nothing of the target.
 */
export class EventLoopStalls {
  readonly #clock: Pick<RunClock, 'nowMs' | 'after'>;
  #going = 0;
  #lookAtMs = 0;
  #cancel = () => {};
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<RunClock, 'nowMs' | 'after'>) {
    this.#clock = clock;
  }

  /** Runs an attempt: one that did not hold is disturbed if this process stood still for a second since it began. */
  async watch(run: () => Promise<Attempt>): Promise<Attempt> {
    const { result: attempt, stoodStill } = await this.during(run);
    if (attempt.disturbance !== undefined || attempt.thrown === undefined || !stoodStill) return attempt;
    const what = `this process stood still for over ${noticeableMs} ms while the case went on`;
    const error = new Disturbed(what, { exchange: '', otherwise: attempt.thrown });
    return { ...attempt, end: { kind: 'disturbed', why: what }, disturbance: { error, of: { kind: 'harness-stall' } } };
  }

  /** Runs `work`, and says beside its result whether this process stood still for a second since it began. */
  async during<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly stoodStill: boolean }> {
    const beganMs = this.#clock.nowMs();
    if (this.#going === 0) this.#lookLater();
    this.#going += 1;
    try {
      const result = await work();
      this.#look();
      return { result, stoodStill: this.#lastMs > beganMs };
    } finally {
      this.#going -= 1;
      if (this.#going === 0) this.#cancel();
    }
  }

  #look(): void {
    const nowMs = this.#clock.nowMs();
    if (nowMs - this.#lookAtMs > noticeableMs) this.#lastMs = nowMs;
  }

  #lookLater(): void {
    this.#lookAtMs = this.#clock.nowMs() + lookEveryMs;
    this.#cancel = this.#clock.after(lookEveryMs, () => {
      this.#look();
      this.#lookLater();
    });
  }
}
