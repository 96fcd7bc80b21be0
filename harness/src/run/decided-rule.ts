import type { Rule } from '@gateproof/spec';
import type { BrokenCase, CheckReport } from './check-report.ts';
import type { Decision } from './decide-verdict.ts';

/** What a rule came to, with what it was decided on. */
export interface DecidedRule {
  readonly rule: Rule;
  readonly decision: Decision & { readonly blockedBy?: string };
  readonly report?: CheckReport;
  readonly broken?: BrokenCase;
  /** The rule that it could not be decided without, as its own check named it. */
  readonly reliesOn?: string;
  /** The cause that a red rule folds under. */
  readonly causedBy?: string;
  /** Failed standing rules that the exchanges which show the failure break as well. */
  readonly beside?: readonly string[];
}
