import type { Behaviour } from '../behaviour/behaviour.ts';
import type { Variation } from '../behaviour/patch.ts';

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
