import type { Behaviour } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../deviation.ts';

interface Details {
  /** Tells it from other ways to break the same rule; part of the id. */
  readonly how?: string;
  /** Rules, or beginnings of rule ids, that can't all hold when this one is broken in this way. */
  readonly entails?: readonly string[];
}

/** A deviation under the id of its rule, with `:how` behind it where the rule has several. */
export function breaking(
  breaks: string,
  summary: string,
  apply: (behaviour: Behaviour) => Behaviour,
  { how, entails }: Details = {},
): Deviation {
  const id = how === undefined ? breaks : `${breaks}:${how}`;
  return { id, breaks, summary, apply, ...(entails === undefined ? {} : { entails }) };
}
