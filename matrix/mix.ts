import { type Variation, variations } from '@gateproof/deviations';
import { type Behaviour, referenceBehaviour } from '@gateproof/simulator';
import fc from 'fast-check';

/** Variations that hold at once, in the order in which they are applied: a later one may replace what an earlier one set. */
export type Mix = readonly Variation[];

/** A mix is at least so large a part of all variations. */
const smallestShare = 0.2;

/** Random mixes; the same seed gives the same ones. */
export function drawMixes(seed: number, count: number): Mix[] {
  const minLength = Math.ceil(variations.length * smallestShare);
  const drawn = fc.sample(fc.shuffledSubarray([...variations], { minLength }), { seed, numRuns: count });
  return drawn.map(compatible);
}

/** As many of the variations as hold together: each that contradicts an earlier one is left out. */
export function compatible(mix: Mix): Mix {
  const kept: Variation[] = [];
  for (const variation of mix) {
    if (!kept.some((other) => contradict(other, variation))) kept.push(variation);
  }
  return kept;
}

/** The reference behaviour with a mix applied. */
export function behaviourOf(mix: Mix): Behaviour {
  return mix.reduce((behaviour, { apply }) => apply(behaviour), referenceBehaviour);
}

/** The variations of these ids, in this order. Throws for an id that no variation has. */
export function mixOf(ids: readonly string[]): Mix {
  return ids.map((id) => {
    const variation = variations.find((one) => one.id === id);
    if (variation === undefined) throw new Error(`no variation is called ${id}`);
    return variation;
  });
}

function contradict(first: Variation, second: Variation): boolean {
  return first.id === second.id || first.excludes[second.id] !== undefined;
}
