/** An effect may come any time within a minute after the acknowledgement (freedom F154). */
const firstLimitMs = 60_000;
/** Where one did not come in time, the others are not waited for so long, but for as long as any took and as long again. */
const laterLimitMs = 5_000;
const timesLongest = 2;
/** What a receiver does about a type of events is its own business: one of a type that never had an effect is not waited for again. */
const ignoredLimitMs = 500;

/** How long the effects of one run are waited for; it learns. */
export class EffectPatience {
  readonly #firstLimitMs: number;
  readonly #seen = new Set<string>();
  readonly #lost = new Set<string>();
  #longestMs = 0;

  constructor(limitMs = firstLimitMs) {
    this.#firstLimitMs = limitMs;
  }

  /** For an effect of an event of this type, in ms. */
  limitMs(type: string): number {
    if (this.#lost.size === 0) return this.#firstLimitMs;
    if (this.#lost.has(type) && !this.#seen.has(type)) return ignoredLimitMs;
    return Math.min(firstLimitMs, Math.max(laterLimitMs, timesLongest * this.#longestMs));
  }

  /** One came, after so long as far as that is known. */
  came(type: string, afterMs = 0): void {
    this.#seen.add(type);
    this.#longestMs = Math.max(this.#longestMs, afterMs);
  }

  /** One did not come. */
  lost(type: string): void {
    this.#lost.add(type);
  }
}
