import fc from 'fast-check';

/** The area of a rule's id, or of the id of a deviation or variation, which begins with its rule's. */
export const areaOf = (id: string): string => id.split('.', 1).join();

export interface Sample<Entry> {
  /** How many to draw; all entries where there are no more. */
  readonly count: number;
  /** The same seed draws the same entries. */
  readonly seed: number;
  readonly areaOf: (entry: Entry) => string;
}

/**
 * Draws entries at random so that every area has its share: one of each area before a second of any. What an area of few entries leaves over
 * goes to the others. The entries keep their order.
 */
export function sampleByArea<Entry>(entries: readonly Entry[], { count, seed, areaOf }: Sample<Entry>): Entry[] {
  const everything = fc.shuffledSubarray([...entries], { minLength: entries.length });
  const shuffled = fc.sample(everything, { seed, numRuns: 1 }).flat();
  const areas = [...Map.groupBy(shuffled, areaOf).values()];
  const rounds = Math.max(0, ...areas.map((area) => area.length));
  const inTurn = Array.from({ length: rounds }, (_, round) => areas.flatMap((area) => area.slice(round, round + 1)));
  const drawn = new Set(inTurn.flat().slice(0, count));
  return entries.filter((entry) => drawn.has(entry));
}
