import { canonicalJson } from '@gateproof/simulator/behaviour';
import { isObject, type JsonObject } from './seen.ts';

/** What of a body is compared, and in which words. */
export type Reading = readonly [words: string, read: (body: JsonObject) => unknown];

/** The value with each text, number and other leaf in it changed. */
export function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  return isObject(value) ? mapFields(value, (field) => mapLeaves(field, change)) : change(value);
}

export const texts =
  (change: (text: string) => string) =>
  (body: JsonObject): unknown =>
    mapLeaves(body, (leaf) => (typeof leaf === 'string' ? change(leaf) : leaf));

export const numbers =
  (change: (value: number) => number) =>
  (body: JsonObject): unknown =>
    mapLeaves(body, (leaf) => (typeof leaf === 'number' ? change(leaf) : leaf));

/** The value with the items of each list in order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted).sort((one, other) => (canonicalJson(one) < canonicalJson(other) ? -1 : 1));
  return isObject(value) ? mapFields(value, sorted) : value;
}

export function mapFields(object: JsonObject, change: (field: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, field]) => [name, change(field)]));
}

/** The beginning of a body's text. */
export const beginning =
  (length: number) =>
  (body: JsonObject): string =>
    canonicalJson(body).slice(0, length);

export const pick =
  (...fields: readonly string[]) =>
  (body: JsonObject): unknown =>
    Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));
