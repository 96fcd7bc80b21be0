import type { Check, StandingCheck } from '@gateproof/harness';

/** What one area of the catalogue brings to a suite. */
export interface AreaChecks {
  readonly checks: readonly Check[];
  readonly standing: readonly StandingCheck[];
}

/** Puts areas together, and families of checks (arrays) with single ones. */
export function defineArea(parts: {
  readonly checks?: readonly (Check | readonly Check[])[];
  readonly standing?: readonly StandingCheck[];
  /** `servedBy` of all its standing checks. Default: their own. */
  readonly servedBy?: string;
}): AreaChecks {
  const { checks = [], standing = [], servedBy } = parts;
  return {
    checks: checks.flat(),
    standing: servedBy === undefined ? standing : standing.map((check) => ({ ...check, servedBy })),
  };
}
