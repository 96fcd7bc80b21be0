/** Chance that a seed repeats: numbers from 0 up to but not including 1. */
export interface Dice {
  fraction(): number;
  /** True once in `sides` throws. */
  once(sides: number): boolean;
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
}

/** Mulberry32. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    fraction,
    once: (sides) => fraction() * sides < 1,
    between: (least, most) => least + Math.floor(fraction() * (most - least + 1)),
  };
}
