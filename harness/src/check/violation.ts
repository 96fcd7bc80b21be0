/** What a broken rule looks like: the two halves that every report prints, labelled as such. */
export interface Finding {
  /** What the contract asks for, in words. */
  readonly expected: string;
  /** What came instead, in words or values. */
  readonly observed: string;
  /** Exchanges that show it; empty means all of the case. */
  readonly exchanges?: readonly string[];
}

/** Thrown by a check when a case breaks its rule. Throws a plain error, the harness's own, when one half of the finding is empty. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(sentenceOf(finding));
    this.finding = finding;
  }
}

/** Thrown when a behaviour is one that a freedom only warns about, or a `should` that is not followed. Refuses an empty half as `Violation` does. */
export class Caution extends Error {
  override readonly name = 'Caution';
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(sentenceOf(finding));
    this.finding = finding;
  }
}

/** Blanks and separators alone: what is left of a list whose items are all missing. */
const empty = /^[\s,;]*$/;

function sentenceOf({ expected, observed }: Finding): string {
  if (empty.test(expected) || empty.test(observed))
    throw new Error(`a finding needs both halves: expected "${expected}", observed "${observed}"`);
  return `expected ${expected}; observed ${observed}`;
}
