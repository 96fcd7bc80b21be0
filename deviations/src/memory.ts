type Counts = { get(thing: unknown): number | undefined; set(thing: unknown, count: number): unknown };

/** A count of its own for each thing, from 1; objects are not kept alive by it. */
export function counting(): (thing?: unknown) => number {
  const [objects, others] = [new WeakMap() as Counts, new Map() as Counts];
  return (thing) => {
    const counts = thing instanceof Object ? objects : others;
    const count = (counts.get(thing) ?? 0) + 1;
    counts.set(thing, count);
    return count;
  };
}

/** Whether a thing has come before; each that is asked about has from then on. */
export const before =
  (countOf = counting()) =>
  (thing: unknown): boolean =>
    countOf(thing) > 1;

/** True every second time that the condition holds. */
export function alternating<Value>(holds: (value: Value) => boolean): (value: Value) => boolean {
  const count = counting();
  return (value) => holds(value) && count() % 2 === 0;
}

/** Returns `ms` so many times after the first ones, and 0 before and from then on: a run meets what is slow once it has seen much that is prompt. */
export function laterTimes(first: number, times: number, ms: number): () => number {
  const count = counting();
  return () => {
    const place = count() - first;
    return place > 0 && place <= times ? ms : 0;
  };
}

/** Returns `ms` the first few times, and 0 from then on: a run meets what is slow, and does not last much longer for it. */
export const firstTimes = (times: number, ms: number): (() => number) => laterTimes(0, times, ms);
