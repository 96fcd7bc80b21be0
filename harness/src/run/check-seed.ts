/**
 * The seed of one check: follows from the run's seed and the rule's id alone, so that a filter changes nothing.
 * FNV-1a over the id, mixed with the run's seed; 31 bits, as fast-check wants a signed 32-bit integer.
 */
export function checkSeed(runSeed: number, ruleId: string): number {
  let hash = 0x811c9dc5 ^ runSeed;
  for (let index = 0; index < ruleId.length; index += 1) {
    hash = Math.imul(hash ^ ruleId.charCodeAt(index), 0x01000193);
  }
  return hash & 0x7fffffff;
}
