import type { DifferenceRecord } from '../result/result-document.ts';

/** The declared differences, each with the rules that state it in any shard. All shards declare the same ones, in one order. */
export function joinDifferences(lists: readonly (readonly DifferenceRecord[])[]): readonly DifferenceRecord[] {
  const [first = []] = lists;
  return first.map((difference) => ({
    ...difference,
    rules: [...new Set(lists.flat().flatMap(({ repair, rules }) => (repair === difference.repair ? rules : [])))],
  }));
}
