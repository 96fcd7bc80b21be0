import { randomFrom } from '../../simulator/src/ids/random.ts';

/** Reproducible choices. */
export class Draw {
  readonly #random: () => number;

  constructor(seed: string) {
    this.#random = randomFrom(seed);
  }

  /** A whole number of at least 0 and below `limit`. */
  below(limit: number): number {
    return Math.floor((this.#random() / 2 ** 32) * limit);
  }

  chance(share: number): boolean {
    return this.#random() / 2 ** 32 < share;
  }

  one<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to draw from');
    return item;
  }

  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.below(256)));
  }
}
