import { InvalidArgumentError } from 'commander';

/** A parser for an option that takes a whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`);
  };
}

/** The largest seed that a run takes. */
export const maxSeed = 2_147_483_647;

/** The seed of a run for which none is given, so that the same command makes the same cases again. */
export const defaultSeed = 1;

/** A parser for `--seed`: a whole number, or `random` for one that is drawn. */
export function seedOrRandom(text: string): number | 'random' {
  if (text === 'random') return text;
  const seed = Number(text);
  if (/^\d+$/.test(text) && seed <= maxSeed) return seed;
  throw new InvalidArgumentError(`It takes a whole number from 0 to ${maxSeed}, or random.`);
}
