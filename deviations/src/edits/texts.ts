import { type Edit, edit, type JsonObject, mapFields, rewrite, set } from './fields.ts';

export type ChangeItems = (items: readonly JsonObject[]) => readonly unknown[];

/** Changes the text in a field where it is one. */
export const reword = (path: string, words: string, change: (text: string) => unknown): Edit =>
  edit(path, words, (present) => (typeof present === 'string' ? change(present) : present));

export const trim = (path: string): Edit => reword(path, 'without blanks at its ends', (text) => text.trim());
export const normalise = (path: string): Edit => reword(path, 'in normal form C', (text) => text.normalize('NFC'));

/** JSON with some of its characters as `\\u` and their number. */
export const escapeCharacters = (json: string, characters: RegExp): string =>
  json.replace(characters, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** As a serialiser that writes ASCII only would write it. */
export const inAscii = (json: string): string => escapeCharacters(json, /[^ -~\n]/g);

/** Another id than the one that there is. */
export const otherId: Edit = edit('id', 'as another one', (id) => `${String(id)}x`);

/** Cuts a text after so many characters. */
export const cut = (path: string, length: number): Edit =>
  reword(path, `cut after ${length} characters`, (text) => text.slice(0, length));

/** Decodes a text in pieces of so many bytes, each by itself. */
export const decodeInPieces = (path: string, length: number): Edit =>
  reword(path, `decoded in pieces of ${length} bytes`, (text) => {
    const bytes = Buffer.from(text);
    const count = Math.ceil(bytes.length / length);
    return Array.from({ length: count }, (_, at) => bytes.toString('utf8', at * length, (at + 1) * length)).join('');
  });

/** Puts another text in place of every match. */
export function swap(path: string, pattern: RegExp, replacement: string): Edit {
  const words = `with ${JSON.stringify(replacement)} in place of ${pattern}`;
  return reword(path, words, (text) => text.replace(pattern, replacement));
}

/** Gives a field another value where it has this one. */
export function confuse(path: string, from: unknown, to: unknown): Edit {
  const words = `as ${JSON.stringify(to)} where it is ${JSON.stringify(from)}`;
  return edit(path, words, (present) => (present === from ? to : present));
}

/** Changes the list in a field where it is one of objects. */
export const relist = (path: string, words: string, change: ChangeItems): Edit =>
  edit(path, words, (present) =>
    Array.isArray(present) && present.every((item) => typeof item === 'object' && item !== null)
      ? change(present as readonly JsonObject[])
      : present,
  );

/** Keeps the first so many items of a list, or the last ones for a number below zero. */
export function keep(path: string, count: number): Edit {
  const words = `cut to its ${count < 0 ? 'last' : 'first'} ${Math.abs(count)}`;
  return relist(path, words, (items) => (count < 0 ? items.slice(count) : items.slice(0, count)));
}

/** Leaves values out of a field at any depth, by their value or the name that they have in an object. */
export function prune(path: string, words: string, isLeftOut: (value: unknown, name?: string) => boolean): Edit {
  const pruned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((item) => !isLeftOut(item)).map(pruned);
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([name, inner]) => !isLeftOut(inner, name));
    return Object.fromEntries(kept.map(([name, inner]) => [name, pruned(inner)]));
  };
  return edit(path, `without ${words}`, pruned);
}

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

export const unzoned = (path: string): Edit => edit(path, 'without a zone', (time) => String(time).replace('Z', ''));

/** Changes each time of an object: the fields whose names end with `_at`. */
export const everyTime = (words: string, change: (present: string) => string): Edit =>
  rewrite(`times ${words}`, (object) =>
    mapFields(object, (value, name) => (name.endsWith('_at') && typeof value === 'string' ? change(value) : value)),
  );

export const later = (time: unknown, ms: number): string => new Date(Date.parse(String(time)) + ms).toISOString();
