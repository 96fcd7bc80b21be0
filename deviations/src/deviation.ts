import type { Behaviour } from '@gateproof/simulator/behaviour';

/** A named way to break one rule. */
export interface Deviation {
  /** The rule's id, or `<rule id>:<word>` where one rule has several. */
  readonly id: string;
  readonly breaks: string;
  readonly summary: string;
  readonly apply: (behaviour: Behaviour) => Behaviour;
}
