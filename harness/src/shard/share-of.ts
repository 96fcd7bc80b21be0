import type { Shard } from './shard.ts';

/**
 * The part of `items` that falls to one shard. Shards share the costs evenly: the dearest item first, each goes to the shard that has least so far.
 * All shards of one run come to the same division without speaking to each other.
 *
 * @param costOf in whatever unit; every item costs something, so that a shard of unmeasured items is not endless
 */
export function shareOf<T extends { readonly id: string }>(
  items: readonly T[],
  { index, of }: Shard,
  costOf: (id: string) => number,
): readonly T[] {
  const costs = new Map(items.map(({ id }) => [id, costOf(id)]));
  const dearestFirst = [...costs].sort(([one, cost], [other, dearer]) => dearer - cost || (one < other ? -1 : 1));
  const loads = Array.from({ length: of }, () => 0);
  const own = new Set<string>();
  for (const [id, cost] of dearestFirst) {
    const lightest = loads.indexOf(Math.min(...loads));
    loads[lightest] = (loads[lightest] ?? 0) + cost;
    if (lightest === index - 1) own.add(id);
  }
  return items.filter(({ id }) => own.has(id));
}
