import { type Finding, readableFinding } from './finding.ts';

/** Thrown by a check when a case breaks its rule. Throws a plain error where nothing is expected, as `readableFinding` does. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly finding: Finding;
  constructor(given: Finding) {
    const finding = readableFinding(given);
    super(sentenceOf(finding));
    this.finding = finding;
  }
}

/** Thrown when a behaviour is one that a freedom only warns about, or a `should` that is not followed. Throws as `Violation` does. */
export class Caution extends Error {
  override readonly name = 'Caution';
  readonly finding: Finding;
  constructor(given: Finding) {
    const finding = readableFinding(given);
    super(sentenceOf(finding));
    this.finding = finding;
  }
}

const sentenceOf = ({ expected, observed }: Finding) => `expected ${expected}; observed ${observed}`;
