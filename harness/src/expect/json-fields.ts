import { isObject, type JsonObject } from '../exchange/json.ts';

/** A kind of value that a field may be asked to hold. */
export interface FieldType {
  /** As it reads in a finding: "a string". */
  readonly words: string;
  holds(value: unknown): boolean;
}

const dateTime = /^\d{4}-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** The types of the contract's fields. Numbers count by value: `1.0` is an integer (`oddIntegerSpelling` returns its odd spelling). */
export const fieldTypes = {
  string: { words: 'a string', holds: (value) => typeof value === 'string' },
  nonEmptyString: { words: 'a non-empty string', holds: (value) => typeof value === 'string' && value !== '' },
  number: { words: 'a number', holds: (value) => typeof value === 'number' },
  integer: { words: 'an integer', holds: (value) => Number.isInteger(value) },
  count: { words: 'an integer of at least zero', holds: (value) => Number.isInteger(value) && Number(value) >= 0 },
  boolean: { words: 'a boolean', holds: (value) => typeof value === 'boolean' },
  object: { words: 'an object', holds: isObject },
  array: { words: 'an array', holds: Array.isArray },
  objects: { words: 'an array of objects', holds: (value) => Array.isArray(value) && value.every(isObject) },
  strings: {
    words: 'an array of strings',
    holds: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  },
  numbersByName: {
    words: 'an object that maps names to numbers',
    holds: (value) => isObject(value) && Object.values(value).every((item) => typeof item === 'number'),
  },
  dateTime: { words: 'a date-time (RFC 3339)', holds: isDateTime },
} as const satisfies Readonly<Record<string, FieldType>>;

/** A string of one of the given words. */
export function oneOf(words: readonly string[]): FieldType {
  return {
    words: `one of ${words.map((word) => `\`${word}\``).join(', ')}`,
    holds: (value) => typeof value === 'string' && words.includes(value),
  };
}

/** The object's own field; undefined when it is not there. */
export function fieldOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isDateTime(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const [whole, month, day, hour, minute, second] = dateTime.exec(value) ?? [];
  if (whole === undefined) return false;
  const within = (part: string | undefined, least: number, most: number) =>
    Number(part) >= least && Number(part) <= most;
  return (
    within(month, 1, 12) && within(day, 1, 31) && within(hour, 0, 23) && within(minute, 0, 59) && within(second, 0, 60)
  );
}
