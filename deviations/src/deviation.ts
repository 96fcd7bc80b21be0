import type { Behaviour } from '@gateproof/simulator/behaviour';

/** A named way to break one rule. */
export interface Deviation {
  /** The rule's id, or `<rule id>:<how>` where one rule has several. */
  readonly id: string;
  readonly breaks: string;
  /** Rules, or beginnings of rule ids, that can't all hold when this one is broken in this way. */
  readonly entails?: readonly string[];
  readonly summary: string;
  readonly apply: (behaviour: Behaviour) => Behaviour;
}
