import type { Behaviour } from '@gateproof/simulator/behaviour';

/** A change of the simulator's behaviour that describes itself. */
export interface Change {
  /** What the gateway does then, as the predicate of a sentence: `answers rate_limited with 503 to streams`. */
  readonly summary: string;
  readonly apply: (behaviour: Behaviour) => Behaviour;
}

/** A change that no operator makes. */
export function change(summary: string, apply: Change['apply']): Change {
  return { summary, apply };
}

/** Both changes at once. */
export function together(one: Change, other: Change): Change {
  return {
    summary: `${one.summary}, and ${other.summary}`,
    apply: (behaviour) => other.apply(one.apply(behaviour)),
  };
}
