import type { Behaviour } from '@gateproof/simulator';

/** One feature of the service, and how a simulator goes without it. */
export interface NullFeature {
  readonly id: string;
  /** What the simulator no longer does, in one clause. */
  readonly without: string;
  readonly takeOut: (behaviour: Behaviour) => Behaviour;
  /** The rules that speak of the feature, as beginnings of their ids, or with `*` for any part: none of them may pass. */
  readonly rules: readonly string[];
  /** Of those, rules that hold without the feature too, named likewise, each with the reason. */
  readonly hold?: Readonly<Record<string, string>>;
}

/** Takes out several parts of one feature. */
export function together(...parts: readonly NullFeature['takeOut'][]): NullFeature['takeOut'] {
  return (behaviour) => parts.reduce((rest, takeOut) => takeOut(rest), behaviour);
}

/** Whether a rule is one of those that the names stand for. */
export function isNamed(rule: string, names: readonly string[]): boolean {
  return names.some((name) => {
    const [start = '', ...rest] = name.split('*');
    return rest.length === 0 ? rule.startsWith(start) : rule.startsWith(start) && rule.endsWith(rest.join('*'));
  });
}
