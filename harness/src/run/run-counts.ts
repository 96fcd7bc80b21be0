import { Spending } from './spending.ts';

/** Counts of a run, for the record. */
export interface RunCounts {
  cases: number;
  requests: number;
  exchanges: number;
  readonly spending: Spending;
  /** Transitions of the suite's models that cases which held have walked. */
  readonly walked: Set<string>;
  /** Ids of the repairs that changed an answer. */
  readonly repaired: Set<string>;
}

/** The counts of a run that has not begun. */
export function noCounts(): RunCounts {
  return { cases: 0, requests: 0, exchanges: 0, spending: new Spending(), walked: new Set(), repaired: new Set() };
}
