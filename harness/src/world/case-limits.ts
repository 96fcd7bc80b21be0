import type { Exchange } from '../exchange/exchange.ts';
import type { Recorder } from '../exchange/recorder.ts';
import { disturbanceBehind, isAboutLimits } from '../expect/disturbance-behind.ts';

/** What a case makes of answers that there are too many requests, or that the target is not ready. */
export class CaseLimits {
  readonly #recorder: Recorder;
  readonly #superseded = new Set<string>();
  #areExpected = false;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** From now on such an answer is what the case is about. */
  expect(): void {
    this.#areExpected = true;
  }

  /** True for a case that is about such answers: it said so, or its endpoint gave one. */
  isAbout(): boolean {
    return isAboutLimits(this.#recorder.exchanges(), this.#areExpected);
  }

  /** Another request was sent in the place of this one. */
  supersede({ id }: Exchange): void {
    this.#superseded.add(id);
  }

  /** As `OpenWorld.troubleBehind`. */
  behind(thrown: Error): Error {
    return disturbanceBehind(thrown, this.#recorder.exchanges(), {
      limitsExpected: this.#areExpected,
      isUnderWay: this.#recorder.isUnderWay(),
      superseded: this.#superseded,
    });
  }
}
