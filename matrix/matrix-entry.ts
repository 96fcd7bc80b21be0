import { deviations, variations } from '@gateproof/deviations';
import type { Behaviour } from '@gateproof/simulator';
import { areaOf, sampleByArea } from './sample-by-area.ts';

/** What the matrix runs: a deviation, or a variation, which breaks nothing. */
export interface MatrixEntry {
  readonly id: string;
  readonly breaks: string | undefined;
  apply(behaviour: Behaviour): Behaviour;
}

/** Which entries are wanted. */
export interface Selection {
  /** `all`, `deviations` or `variations`. */
  readonly kind: string;
  /** Beginnings of ids, one of which must fit. */
  readonly prefixes: readonly string[];
  /** So many with a share of each area; undefined: all. */
  readonly sample: number | undefined;
  readonly sampleSeed: number;
}

/** All deviations and variations. */
export const matrixEntries: readonly MatrixEntry[] = [
  ...deviations,
  ...variations.map(({ id, apply }) => ({ id, breaks: undefined, apply })),
];

/** The wanted ones, deviations first. */
export function selectEntries({ kind, prefixes, sample, sampleSeed }: Selection): readonly MatrixEntry[] {
  const selected = matrixEntries
    .filter(({ breaks }) => kind !== (breaks === undefined ? 'deviations' : 'variations'))
    .filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix)));
  const count = sample ?? selected.length;
  return sampleByArea(selected, { count, seed: sampleSeed, areaOf: ({ id }) => areaOf(id) });
}
