import type { Change } from './change.ts';
import type { Deviation } from './deviation.ts';

/** Deviations as a table: the rule's id, with `:` and a word behind it where the rule has several, and what is changed. */
export function rows(table: Readonly<Record<string, Change>>): readonly Deviation[] {
  return Object.entries(table).map(([id, change]) => {
    const [breaks = id] = id.split(':');
    return { id, breaks, ...change };
  });
}

/** A table of one row for each of some values, for use beside other rows: `...each(['image', 'transcription'], (route) => [id, change])`. */
export function each<const Value>(
  values: readonly Value[],
  row: (value: Value) => readonly [id: string, change: Change],
): Readonly<Record<string, Change>> {
  return Object.fromEntries(values.map(row));
}

/** Rows whose ids begin alike and whose changes are made alike: `...prefixed('chat.relay.', { unicode: edit }, inWholeCompletions)`. */
export function prefixed<Value>(
  prefix: string,
  table: Readonly<Record<string, Value>>,
  toChange: (value: Value) => Change,
): Readonly<Record<string, Change>> {
  return each(Object.entries(table), ([rest, value]) => [prefix + rest, toChange(value)]);
}
