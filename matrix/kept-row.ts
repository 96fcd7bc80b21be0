import type { MatrixRow } from './judge-run.ts';

/** How much of the suite was run: all of it, the area of the rule that a deviation breaks, or that rule alone. */
export type Scope = 'suite' | 'area' | 'rule';

/** A row as it is kept in a file and told in the docs. */
export interface KeptRow extends MatrixRow {
  readonly scope: Scope;
}
