import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@gateproof/spec';

/** Where two JSON values differ first, and what stands there; undefined where they are equal. */
export interface Difference {
  /** `$.messages[0].content` */
  readonly place: string;
  readonly wanted: unknown;
  readonly seen: unknown;
}

/** Compares JSON values; the order of keys does not matter. */
export function firstDifference(wanted: unknown, seen: unknown, place = '$'): Difference | undefined {
  if (isDeepStrictEqual(wanted, seen)) return undefined;
  for (const [step, one, other] of stepsInto(wanted, seen)) {
    const deeper = firstDifference(one, other, place + step);
    if (deeper !== undefined) return deeper;
  }
  return { place, wanted, seen };
}

/** The parts of two values of one form, side by side. */
function stepsInto(wanted: unknown, seen: unknown): readonly (readonly [string, unknown, unknown])[] {
  if (Array.isArray(wanted) && Array.isArray(seen)) {
    const length = Math.max(wanted.length, seen.length);
    return Array.from({ length }, (_, index) => [`[${index}]`, wanted[index], seen[index]]);
  }
  if (!isObject(wanted) || !isObject(seen)) return [];
  const names = new Set([...Object.keys(wanted), ...Object.keys(seen)]);
  return [...names].map((name) => [`.${name}`, wanted[name], seen[name]]);
}
