import { errorPoints } from './error-table.ts';
import { limitPoints } from './limit-table.ts';
import { readYaml, readYamlLists } from './read-yaml.ts';
import type { Point } from './rule.ts';

/** A point that no rule decides, or decides whole, and why. */
export interface Exclusion {
  readonly point: string;
  /** What passes the rules that come from the point; absent where none does. */
  readonly part?: string;
  readonly reason: string;
}

const pointsOf = { errors: errorPoints, limits: limitPoints } as const;

/** All normative points of the contract, section by section. */
export function loadPoints(): readonly Point[] {
  return readYamlLists('points').flatMap(([, rows]) =>
    (rows as readonly (Point | { readonly table: keyof typeof pointsOf })[]).flatMap((row) =>
      'table' in row ? pointsOf[row.table]() : [row],
    ),
  );
}

/** The points that no rule decides, or decides whole, each with its reason. */
export function loadExclusions(): readonly Exclusion[] {
  return readYaml('excluded.yaml') as readonly Exclusion[];
}
