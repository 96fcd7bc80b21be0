/** What a broken rule looks like: the two halves that every report prints, labelled as such. */
export interface Finding {
  /** What the contract asks for, in words. */
  readonly expected: string;
  /** What came instead, in words or values. */
  readonly observed: string;
  /** The part of the case that broke, in words, where a case has several parts. Default: the whole case. */
  readonly case?: string;
  /** Exchanges that show it; empty means all of the case. */
  readonly exchanges?: readonly string[];
}

/** Blanks and separators alone: an empty text, or what is left of a list of them. */
const empty = /^[\s,;]*$/;

/**
 * The finding with both halves to read: an observed text that is empty stands in quotes, because a target may send one anywhere. Throws a plain error, the
 * harness's own, when nothing is expected: only a check could have forgotten that.
 */
export function readableFinding<F extends Finding>(finding: F): F {
  const { expected, observed } = finding;
  if (empty.test(expected)) throw new Error(`a finding must say what is expected where "${observed}" was observed`);
  return empty.test(observed) ? { ...finding, observed: `the empty text "${observed}"` } : finding;
}
