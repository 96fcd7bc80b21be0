import type { Behaviour } from '@gateproof/simulator/behaviour';

/** A named way to differ inside a freedom. */
export interface Variation {
  readonly id: string;
  /** Id of the freedom. */
  readonly within: string;
  readonly summary: string;
  /** Ids of variations that can't hold together with this one inside the contract, each with the reason. */
  readonly excludes: Readonly<Record<string, string>>;
  readonly apply: (behaviour: Behaviour) => Behaviour;
}
