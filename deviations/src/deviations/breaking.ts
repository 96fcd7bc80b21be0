import type { Behaviour } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../deviation.ts';

/** A deviation of an id: that of its rule, with `:` and a word behind it where the rule has several. */
export function breaking(id: string, summary: string, apply: (behaviour: Behaviour) => Behaviour): Deviation {
  const [breaks = id] = id.split(':');
  return { id, breaks, summary, apply };
}
