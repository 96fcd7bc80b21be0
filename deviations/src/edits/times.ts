import { type Edit, edit, mapFields, rewrite, set } from './fields.ts';

/** A moment that some gateways send for none. */
export const zeroTime = '0001-01-01T00:00:00Z';
export const past = '2026-01-01T00:00:00.000Z';

/** Moves a present time by so many ms. */
export const shift = (path: string, ms: number): Edit =>
  edit(path, `${Math.abs(ms)} ms too ${ms < 0 ? 'early' : 'late'}`, (present) => later(present, ms));

/** Gives a field the value of another, where that is present: a time, moved by so many ms, or anything else. */
export function copy(path: string, from: string, ms?: number): Edit {
  const words = `${path} as ${from}${ms === undefined ? '' : ` and ${ms} ms`}`;
  const value = (present: unknown) => (ms === undefined ? present : later(present, ms));
  return rewrite(words, (object) =>
    object[from] === undefined ? object : set(path, value(object[from])).change(object),
  );
}

export const unixSeconds = (path: string): Edit =>
  edit(path, 'in unix seconds', (present) => Math.floor(Date.parse(String(present)) / 1000));

export const unzoned = (path: string): Edit =>
  edit(path, 'without a zone', (present) => String(present).replace('Z', ''));

/** Changes each time of an object: the fields whose names end with `_at`. */
export const everyTime = (words: string, change: (present: string) => string): Edit =>
  rewrite(`times ${words}`, (object) =>
    mapFields(object, (value, name) => (name.endsWith('_at') && typeof value === 'string' ? change(value) : value)),
  );

export const later = (time: unknown, ms: number): string => new Date(Date.parse(String(time)) + ms).toISOString();
