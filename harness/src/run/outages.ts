import { Disturbed } from '../check/setup-failed.ts';
import type { RunClock } from '../clock/run-clock.ts';
import type { Attempt } from './run-case.ts';

/** Stands for the target as a whole where the place of a disturbed request in its case stands otherwise. */
const wholeTarget = Number.NEGATIVE_INFINITY;

/** When the target was away. It may have forgotten all that it was told before. */
export class Outages {
  readonly #clock: Pick<RunClock, 'nowMs'>;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<RunClock, 'nowMs'>) {
    this.#clock = clock;
  }

  /** The target was met and found away, now. */
  seen(): void {
    this.#lastMs = this.#clock.nowMs();
  }

  /** Runs an attempt: one that came to no good is disturbed if the target was away since it began, whoever met it. */
  async watch(run: () => Promise<Attempt>): Promise<Attempt> {
    const beganMs = this.#clock.nowMs();
    const attempt = await run();
    if (attempt.exchanges.some(({ side, ending }) => side === 'request' && ending === 'refused')) this.seen();
    if (attempt.disturbance !== undefined || attempt.thrown === undefined || this.#lastMs < beganMs) return attempt;
    const what = 'the target was away while the case went on';
    const error = new Disturbed(what, { exchange: '', otherwise: attempt.thrown });
    return { ...attempt, end: { kind: 'disturbed', why: what }, disturbance: { error, ordinal: wholeTarget } };
  }
}
