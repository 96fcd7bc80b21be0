import type { Mix } from './mix.ts';

/** Looks for a small part of a mix for which `isAccused` still holds, by leaving out ever smaller pieces; order is kept. */
export async function reduceMix(mix: Mix, isAccused: (part: Mix) => Promise<boolean>): Promise<Mix> {
  let smallest = mix;
  for (let size = Math.ceil(mix.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < smallest.length; ) {
      const rest = [...smallest.slice(0, from), ...smallest.slice(from + size)];
      if (await isAccused(rest)) smallest = rest;
      else from += size;
    }
  }
  return smallest;
}
