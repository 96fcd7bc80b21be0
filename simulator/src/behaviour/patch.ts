import type { Behaviour } from './behaviour.ts';

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

/** A named way to differ inside a freedom. */
export interface Variation {
  readonly id: string;
  /** Id of the freedom. */
  readonly within: string;
  readonly summary: string;
  /** Ids of variations that can't hold together with this one inside the contract, each with the reason. */
  readonly excludes?: Readonly<Record<string, string>>;
  readonly apply: (behaviour: Behaviour) => Behaviour;
}

/** Replaces some decisions of one part of the record: `patch('bodies', { maxFallbackModels: 6 })`. */
export function patch<Part extends keyof Behaviour>(
  part: Part,
  changes: Partial<Behaviour[Part]> | ((present: Behaviour[Part]) => Partial<Behaviour[Part]>),
): (behaviour: Behaviour) => Behaviour {
  return (behaviour) => {
    const present = behaviour[part];
    return { ...behaviour, [part]: { ...present, ...(typeof changes === 'function' ? changes(present) : changes) } };
  };
}
