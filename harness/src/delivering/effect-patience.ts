/** An effect may come any time within a minute after the acknowledgement (freedom F154). */
const firstLimitMs = 60_000;
/** Where one did not come in time, the others are not waited for so long, but for as long as any took and as long again. */
const laterLimitMs = 5_000;
const timesLongest = 2;

/** How long the effects of one run are waited for; it learns. */
export class EffectPatience {
  readonly #firstLimitMs: number;
  #hasLost = false;
  #longestMs = 0;

  constructor(limitMs = firstLimitMs) {
    this.#firstLimitMs = limitMs;
  }

  get limitMs(): number {
    if (!this.#hasLost) return this.#firstLimitMs;
    return Math.min(firstLimitMs, Math.max(laterLimitMs, timesLongest * this.#longestMs));
  }

  /** One came after so long. */
  came(afterMs: number): void {
    this.#longestMs = Math.max(this.#longestMs, afterMs);
  }

  /** One did not come. */
  lost(): void {
    this.#hasLost = true;
  }
}
