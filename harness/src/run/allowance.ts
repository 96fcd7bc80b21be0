import { NotExercised } from '../check/setup-failed.ts';
import type { RunClock } from '../clock/run-clock.ts';

/** The crash that keeps a rule from being decided. */
interface BlockingCrash {
  readonly id: string;
  readonly sentence: string;
}

/** What one rule may use of a run: its time, until a crash keeps it from being decided. */
export class Allowance {
  readonly #clock: Pick<RunClock, 'nowMs' | 'after'>;
  readonly #over = new AbortController();
  readonly #grantedMs: number;
  #limitMs: number;
  #spentMs = 0;
  #crash: BlockingCrash | undefined;
  #isUsedUp = false;

  /** `limitMs` may be infinite; `over` ends it with the run. */
  constructor(limitMs: number, clock: Pick<RunClock, 'nowMs' | 'after'>, over: AbortSignal) {
    this.#clock = clock;
    this.#grantedMs = limitMs;
    this.#limitMs = limitMs;
    const end = () => this.#over.abort(over.reason);
    if (over.aborted) end();
    else over.addEventListener('abort', end, { once: true });
  }

  /** Fires when nothing more may be run for the rule. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** In ms. */
  get leftMs(): number {
    return Math.max(0, this.#limitMs - this.#spentMs);
  }

  /** Of its share, before any extension, in ms. */
  get unusedMs(): number {
    return Math.max(0, this.#grantedMs - this.#spentMs);
  }

  /** Set once a crash keeps the rule from being decided. */
  get crash(): BlockingCrash | undefined {
    return this.#crash;
  }

  /** True once the time of the rule was used up before its cases were through. */
  get isUsedUp(): boolean {
    return this.#isUsedUp;
  }

  block(crash: BlockingCrash): void {
    this.#crash ??= crash;
    this.#over.abort(new NotExercised(crash.sentence));
  }

  /** More time, so that what was seen can be seen again. */
  extend(ms: number): void {
    this.#limitMs = Math.max(this.#limitMs, this.#spentMs + ms);
  }

  /** True when nothing more may be run for the rule. */
  hasEnded(): boolean {
    if (this.leftMs === 0) this.#useUp();
    return this.over.aborted;
  }

  /** Counts the time of `work`, and ends what runs in it when the time of the rule is used up. */
  async spend<T>(work: () => Promise<T>): Promise<T> {
    const beganMs = this.#clock.nowMs();
    const { leftMs } = this;
    const cancel = Number.isFinite(leftMs) ? this.#clock.after(leftMs, () => this.#useUp()) : () => undefined;
    try {
      return await work();
    } finally {
      cancel();
      this.#spentMs += this.#clock.nowMs() - beganMs;
    }
  }

  #useUp(): void {
    if (this.over.aborted) return;
    this.#isUsedUp = true;
    this.#over.abort(new NotExercised(`its share of the run's time, ${seconds(this.#grantedMs)} s, was used up`));
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);
}
