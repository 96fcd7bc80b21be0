import type { Finding } from '../check/finding.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** What became of one case, before any verdict. `cautions` may accompany a case that held. */
export type CaseEnd =
  | { readonly kind: 'held' }
  | { readonly kind: 'broke'; readonly finding: Finding }
  | {
      readonly kind: 'setup-failed';
      readonly what: string;
      readonly prerequisite: string | undefined;
      /** Ids of the exchanges that show it. */
      readonly shownBy: readonly string[];
    }
  | { readonly kind: 'not-exercised'; readonly why: string }
  | { readonly kind: 'not-arranged'; readonly why: string }
  | { readonly kind: 'open-form'; readonly why: string }
  | { readonly kind: 'disturbed'; readonly why: string }
  | { readonly kind: 'error'; readonly message: string };

export interface CaseOutcome {
  readonly end: CaseEnd;
  readonly caution: Finding | undefined;
  readonly exchanges: readonly Exchange[];
  readonly durationMs: number;
  /** What it found may be due to a wait that was cut short: it counts only once the case was run again with whole waits. */
  readonly isHurried: boolean;
}
