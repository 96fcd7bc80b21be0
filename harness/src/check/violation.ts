/** What a broken rule looks like: the two halves that every report prints, labelled as such. */
export interface Finding {
  /** What the contract asks for, in words. */
  readonly expected: string;
  /** What came instead, in words or values. */
  readonly observed: string;
  /** Exchanges that show it; empty means all of the case. */
  readonly exchanges?: readonly string[];
}

/** Thrown by a check when a case breaks its rule. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(`expected ${finding.expected}; observed ${finding.observed}`);
    this.finding = finding;
  }
}

/** Thrown when a behaviour is one that a freedom only warns about, or a `should` that is not followed. */
export class Caution extends Error {
  override readonly name = 'Caution';
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(`expected ${finding.expected}; observed ${finding.observed}`);
    this.finding = finding;
  }
}
