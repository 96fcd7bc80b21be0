import type { Change } from './change.ts';
import type { Deviation } from './deviation.ts';

type Table<Value> = Readonly<Record<string, Value>>;

/**
 * Deviations as a table. The key of a row is the rest of the rule's id behind `<prefix>.`, with `:` and a word after it where the rule has
 * several deviations.
 */
export const rows = (prefix: string, table: Table<Change>): readonly Deviation[] =>
  Object.entries(table).map(([key, change]) => {
    const id = `${prefix}.${key}`;
    const [breaks = id] = id.split(':');
    return { id, breaks, ...change };
  });

/** The kinds of jobs, and the routes that take them. */
export const kinds = ['image', 'transcription'] as const;

/**
 * A row for each of some names, or of the values that have them, for use beside other rows: `...each('key.expired:*', kinds, toChange)`. The
 * name stands for the `*` of the key.
 */
export function each<const Name extends string | number>(
  key: string,
  names: readonly Name[],
  toChange: (name: Name) => Change,
): Table<Change>;
export function each<Value>(key: string, values: Table<Value>, toChange: (value: Value) => Change): Table<Change>;
export function each<Value>(
  key: string,
  values: Table<Value> | readonly Value[],
  toChange: (value: Value) => Change,
): Table<Change> {
  const named = Array.isArray(values) ? values.map((name) => [name, name] as const) : Object.entries(values);
  return Object.fromEntries(named.map(([name, value]) => [key.replace('*', String(name)), toChange(value)]));
}

/** Names of fields by what they are called in ids: with dashes for low lines. */
export const dashed = <const Name extends string>(names: readonly Name[]): Table<Name> =>
  Object.fromEntries(names.map((name) => [name.replaceAll('_', '-'), name]));
