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
