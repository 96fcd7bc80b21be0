import { readYaml } from './read-yaml.ts';

/** What the table says of when a client may try again. */
export type ErrorKind = 'terminal' | 'unavailable' | 'rate_limit' | 'timeout' | 'unknown';

/** One row of the table of error codes. */
export interface ErrorRow {
  readonly code: string;
  /** Null when the code is never sent. */
  readonly status: number | null;
  readonly kind: ErrorKind | null;
  readonly condition: string;
}

/** All codes of the contract in its order, by code (Errors › Codes). */
export const errorTable: ReadonlyMap<string, ErrorRow> = new Map(
  (readYaml('errors.yaml') as readonly ErrorRow[]).map((row) => [row.code, row]),
);
