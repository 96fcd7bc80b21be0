import { type Behaviour, patch } from '@gateproof/simulator/behaviour';

/** A change of the simulator's behaviour that describes itself. */
export interface Change {
  /** What the gateway does then, as the predicate of a sentence: `answers rate_limited with 503 to streams`. */
  readonly summary: string;
  readonly apply: (behaviour: Behaviour) => Behaviour;
}

/** Replaces some decisions of one part of the behaviour: `decide('jobs', 'answers cancels with 204', { cancelStatus: 204 })`. */
export function decide<Part extends keyof Behaviour>(
  part: Part,
  summary: string,
  changes: Partial<Behaviour[Part]> | ((present: Behaviour[Part]) => Partial<Behaviour[Part]>),
): Change {
  return { summary: summary.trimEnd(), apply: patch(part, changes) };
}

/** Several changes, one on top of the other. */
export function together(...changes: readonly Change[]): Change {
  const words = changes.map(({ summary }) => summary).filter((summary) => summary !== '');
  return {
    summary: words.join(', and '),
    apply: (behaviour) => changes.reduce((present, { apply }) => apply(present), behaviour),
  };
}

/** A change that remembers something: it is made anew for each behaviour that it is applied to, so that no simulator remembers for another. */
export function remembering(make: () => Change): Change {
  return { summary: make().summary, apply: (behaviour) => make().apply(behaviour) };
}
