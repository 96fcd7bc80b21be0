import type { Change } from './change.ts';
import type { Variation } from './variation.ts';

type Row = Change & Pick<Variation, 'excludes'>;

/** Variations as a table: ids of freedoms, and inside each the variations' ids with what is changed. */
export function freedomRows(table: Readonly<Record<string, Readonly<Record<string, Row>>>>): readonly Variation[] {
  return Object.entries(table).flatMap(([within, rows]) =>
    Object.entries(rows).map(([id, row]) => ({ id, within, ...row })),
  );
}

/** A change that cannot hold together with these variations; the reason stands by each id. */
export function excluding(excludes: Readonly<Record<string, string>>, change: Change): Row {
  return { ...change, excludes };
}

/** Excludes other forms of the same thing: where it has this one, no check reads it, and a mix would show nothing of them. */
export function unlike(family: string, others: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(others.map((other) => [`${family}.${other}`, 'nothing is read in the other form']));
}
