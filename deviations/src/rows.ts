import type { Change } from './change.ts';
import type { Deviation } from './deviation.ts';

type Table<Value> = Readonly<Record<string, Value>>;

/**
 * Deviations as a table. The key of a row is the rest of the rule's id behind `<prefix>.`, with `:` and a word after it where the rule has
 * several deviations.
 */
export function rows(prefix: string, table: Table<Change>): readonly Deviation[] {
  return Object.entries(table).map(([key, change]) => {
    const id = `${prefix}.${key}`;
    const [breaks = id] = id.split(':');
    return { id, breaks, ...change };
  });
}

/** The kinds of jobs, and the routes that take them. */
export const kinds = ['image', 'transcription'] as const;

/** A table of one row for each of some values, for use beside other rows: `...each(kinds, (kind) => [key, change])`. */
export function each<const Value>(
  values: readonly Value[],
  row: (value: Value) => readonly [key: string, change: Change],
): Table<Change> {
  return Object.fromEntries(values.map(row));
}

/** Rows whose changes are made alike: `...alike({ unicode: edit }, inWholeCompletions)`. `prefix` stands in front of each key. */
export function alike<Value>(table: Table<Value>, toChange: (value: Value) => Change, prefix = ''): Table<Change> {
  return each(Object.entries(table), ([key, value]) => [prefix + key, toChange(value)]);
}
