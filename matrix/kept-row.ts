import type { MatrixRow } from './judge-run.ts';

/** How much of the suite was run: all of it, the area of the rule that a deviation breaks, or that rule alone. */
export type Scope = 'suite' | 'area' | 'rule';

/** A row as it is kept in a file. */
export interface KeptRow extends Omit<MatrixRow, 'breaks'> {
  readonly scope: Scope;
  /** The commit that it was run on, abbreviated. */
  readonly commit: string;
}
