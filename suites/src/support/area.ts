import type { Check, StandingCheck } from '@gateproof/harness';

/** What one area of the catalogue brings to a suite. */
export interface AreaChecks {
  // biome-ignore lint/suspicious/noExplicitAny: checks of different inputs stand in one list; the runner pairs each with its own input.
  readonly checks: readonly Check<any>[];
  readonly standing: readonly StandingCheck[];
}

/** Puts areas together, and families of checks (arrays) with single ones. */
export function defineArea(parts: {
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly checks?: readonly (Check<any> | readonly Check<any>[])[];
  readonly standing?: readonly StandingCheck[];
}): AreaChecks {
  return { checks: (parts.checks ?? []).flat(), standing: parts.standing ?? [] };
}
