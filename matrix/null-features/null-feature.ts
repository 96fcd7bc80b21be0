import type { Behaviour } from '@gateproof/simulator';

/** One feature of the service, and how a simulator goes without it. */
export interface NullFeature {
  readonly id: string;
  /** What the simulator no longer does, in one clause. */
  readonly without: string;
  readonly takeOut: (behaviour: Behaviour) => Behaviour;
  /** The rules that speak of the feature, as beginnings of their ids: none of them may pass. */
  readonly rules: readonly string[];
  /** Of those, rules that hold without the feature too, as beginnings of their ids, each with the reason. */
  readonly hold?: Readonly<Record<string, string>>;
}

/** Takes out several parts of one feature. */
export function together(...parts: readonly NullFeature['takeOut'][]): NullFeature['takeOut'] {
  return (behaviour) => parts.reduce((rest, takeOut) => takeOut(rest), behaviour);
}

/** Whether a rule is one of those that the beginnings name. */
export function isNamed(rule: string, beginnings: Iterable<string>): boolean {
  return [...beginnings].some((start) => rule.startsWith(start));
}
