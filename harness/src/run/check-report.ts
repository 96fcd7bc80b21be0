import type { Finding } from '../check/finding.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { CasePlace } from './asking-client.ts';

/** What running a broken case again came to: it broke once more, it held each time it could be decided, or it never could be. */
export type Replayed =
  | { readonly kind: 'broke' }
  | { readonly kind: 'held'; readonly saw: string }
  | { readonly kind: 'undecided'; readonly why: string };

/** The smallest case that broke a rule, with what it exchanged and what came of running it again. */
export interface BrokenCase extends CasePlace {
  readonly check: string;
  readonly input: string;
  readonly shrinks: number;
  readonly finding: Finding;
  readonly exchanges: readonly Exchange[];
  readonly replayed: Replayed;
}

/** A set-up step that did not hold: the first one of a check, or of the prerequisite that failed most of its cases; and whether every attempt failed so. */
export interface SetupFailure extends CasePlace {
  readonly what: string;
  readonly prerequisite: string | undefined;
  readonly exchanges: readonly Exchange[];
  readonly shownBy: readonly string[];
  readonly input: string;
  /** Every attempt failed so, of two at least. */
  readonly isLasting: boolean;
}

/** All that the cases of one check showed, before any verdict. */
export interface CheckReport {
  readonly rule: string;
  readonly run: number;
  readonly exercised: number;
  readonly durationMs: number;
  /** The last exchanges of the first case that held: the witnesses of a pass. */
  readonly witnesses: readonly Exchange[];
  readonly broken?: BrokenCase;
  readonly caution?: CasePlace & {
    readonly finding: Finding;
    readonly exchanges: readonly Exchange[];
    readonly input: string;
  };
  readonly setupFailure?: SetupFailure;
  readonly error?: string;
  /** Why cases were not exercised, each reason once. */
  readonly idleReasons: readonly string[];
  /** True when no case could be arranged by this target's testbed. */
  readonly notArranged: boolean;
  /** True when the run ended before the check did. */
  readonly cutShort: boolean;
}
