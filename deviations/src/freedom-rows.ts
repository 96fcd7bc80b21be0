import type { Change } from './change.ts';
import type { Variation } from './variation.ts';

type Row = Change & Pick<Variation, 'excludes'>;

/** Variations as a table: the freedom's id, a blank and the variation's id in front of what is changed. */
export function freedomRows(table: Readonly<Record<string, Row>>): readonly Variation[] {
  return Object.entries(table).map(([key, row]) => {
    const [within = '', id = ''] = key.split(' ');
    return { id, within, ...row };
  });
}

/** A change that cannot hold together with these variations; the reason stands by each id. */
export function excluding(excludes: Readonly<Record<string, string>>, change: Change): Row {
  return { ...change, excludes };
}

/** Variations of one family that are excluded for one reason. */
export function family(name: string, others: readonly string[], reason: string): Readonly<Record<string, string>> {
  return Object.fromEntries(others.map((other) => [`${name}.${other}`, reason]));
}
