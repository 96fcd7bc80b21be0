import { readYaml } from './read-yaml.ts';
import type { Point, Rule } from './rule.ts';

/** What the table says of when a client may try again. */
export type ErrorKind = 'terminal' | 'unavailable' | 'rate_limit' | 'timeout' | 'unknown';

/** One row of the table of error codes. */
export interface ErrorRow extends Partial<Pick<Rule, 'conditional' | 'freedoms' | 'unobservable'>> {
  readonly code: string;
  /** Null when the code is never sent. */
  readonly status: number | null;
  readonly kind: ErrorKind | null;
  readonly condition: string;
}

/** All codes of the contract in its order, by code (Errors › Codes). */
export const errorTable: ReadonlyMap<string, ErrorRow> = new Map(
  (readYaml('tables/errors.yaml') as readonly ErrorRow[]).map((row) => [row.code, row]),
);

const sent = () => [...errorTable.values()].filter(({ status }) => status !== null);
const sectionOf = ({ code }: ErrorRow) => `Errors › Codes, ${code}`;
const pointOf = ({ code }: ErrorRow) => `P-ERRORS-CODE-${code.toUpperCase().replaceAll('_', '-')}`;

/** The normative points of the table: one for each code that is sent. */
export function errorPoints(): readonly Point[] {
  return sent().map((row) => ({
    id: pointOf(row),
    section: sectionOf(row),
    text: `${row.status}, ${row.kind}: ${row.condition}.`,
  }));
}

/** The rules of the table: for each code that is sent, that it has its status and that it has its kind. */
export function errorRules(): readonly Partial<Rule>[] {
  return sent().flatMap((row) => {
    const { code, status, kind, condition: _condition, ...ofRule } = row;
    const family = 'error.code';
    const shared = { kind: 'standing', family, section: sectionOf(row), ...ofRule } as const;
    const id = `${family}.${code.replaceAll('_', '-')}`;
    return [
      {
        ...shared,
        id: `${id}.status`,
        statement: `An HTTP error with code ${code} has status ${status}.`,
        points: [pointOf(row)],
      },
      {
        ...shared,
        id: `${id}.kind`,
        statement: `An error with code ${code} has kind ${kind}.`,
        points: [pointOf(row), 'P-ERRORS-KIND'],
      },
    ];
  });
}
