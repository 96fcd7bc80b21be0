/**
 * Real time that a gateway is given for what the contract sets no time for, in ms: until it begins a job (freedom F013), until an accepted
 * cancel takes effect (freedom F014), and until an event is first sent.
 */
export const patienceMs = 15_000;

/** What prompt gateways need for the same: where waiting longer would prove nothing, a case goes on after that. */
export const promptMs = 5_000;

/** More waits without result than a target that keeps the contract gives cause for. */
const mostWithoutResult = 8;

/**
 * How long the cases of one run wait for what a target must do sooner or later. A target that never does it would make each of them wait its
 * whole time, and the run last many minutes; so once several waits were without result, the others are as long as prompt gateways need. A target that was
 * seen to be slow keeps the whole time.
 */
export class Patience {
  #withoutResult = 0;
  #isSlow = false;

  /** How long to wait now, in ms. */
  get limitMs(): number {
    return this.#withoutResult < mostWithoutResult || this.#isSlow ? patienceMs : promptMs;
  }

  /** Learns from a wait that has ended: how long it lasted, in ms, and whether what it was for has come. One that was cut short shows nothing. */
  learn(waitedMs: number, hasCome: boolean): void {
    if (hasCome) this.#isSlow ||= waitedMs > promptMs / 2;
    else if (waitedMs >= promptMs) this.#withoutResult += 1;
  }
}

/**
 * What one case of a run waits for. A case that is run again to confirm what it found waits whole, so that no verdict depends on what other cases waited
 * for in vain.
 */
export class CasePatience {
  readonly ofRun: Patience;
  readonly #isWhole: boolean;
  #wasHurried = false;

  constructor(ofRun: Patience, { isWhole = false }: { readonly isWhole?: boolean } = {}) {
    this.ofRun = ofRun;
    this.#isWhole = isWhole;
  }

  /** True once a wait of the case was to be shorter than whole. */
  get wasHurried(): boolean {
    return this.#wasHurried;
  }

  /** How long to wait now, in ms. */
  get limitMs(): number {
    return this.shortened(this.ofRun.limitMs);
  }

  /** How long to wait for what other cases waited for in vain: so long, in ms, or whole. */
  shortened(limitMs: number): number {
    if (this.#isWhole) return patienceMs;
    this.#wasHurried ||= limitMs < patienceMs;
    return limitMs;
  }

  /** As `Patience.learn`. */
  learn(waitedMs: number, hasCome: boolean): void {
    this.ofRun.learn(waitedMs, hasCome);
  }
}
