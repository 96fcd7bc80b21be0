import type { Exchange } from '../exchange/exchange.ts';

/** What every case has, whoever is under test: names of its own, what was exchanged, and the count of what it stated. */
export interface CaseWorld {
  /** A name that no other case of any run has used: `label-<run>-<n>`. For idempotency keys, model slugs, event ids, markers in prompts. */
  unique(label: string): string;
  /** All exchanges of the case so far, on all sides, in the order in which they began. */
  exchanges(): readonly Exchange[];
  /** Counts a statement that held or throws its violation; used by the `expect…` functions, so that a case that states nothing is seen. */
  stated(): void;
}
