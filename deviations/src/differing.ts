import type { Behaviour } from '@gateproof/simulator/behaviour';
import type { Variation } from './variation.ts';

/** A variation under a name of its own, within a freedom; `excludes` as in `Variation`. */
export function differing(
  id: string,
  within: string,
  summary: string,
  apply: (behaviour: Behaviour) => Behaviour,
  excludes: Readonly<Record<string, string>> = {},
): Variation {
  return { id, within, summary, excludes, apply };
}

/** Excludes other forms of the same thing: where it has this one, no check reads it, and a mix would show nothing of them. */
export function unlike(family: string, others: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(others.map((other) => [`${family}.${other}`, 'nothing is read in the other form']));
}
