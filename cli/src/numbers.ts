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
