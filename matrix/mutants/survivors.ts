import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Fate, type JudgedMutant, placeOf } from './mutant.ts';

/** Why a mutant lives, and what that says of the suite. */
export const kinds = {
  equivalent: 'behaves the same',
  unreachable:
    'nothing that a client, a receiver or an endpoint does leads there: code for deviations, or for what cannot come',
  free: 'the contract allows what it does',
  inner: "concerns the simulator's own health, storage or testbed, of which the contract does not speak",
  mended: 'was a hole of the suite: a sharpened check kills it now',
  standard: 'was judged at quick effort, and is killed at standard effort',
  hole: 'the suite should find it and does not',
} as const;
export type Kind = keyof typeof kinds;

/** Mutants of one file that live for one reason. */
export interface Explanation {
  readonly file: string;
  readonly kind: Kind;
  readonly reason: string;
  /** What stood there and what stands there now; the line of code too, where that leaves several. */
  readonly mutants: readonly (readonly [text: string, replacement: string, source?: string])[];
}

/** What the suite did not kill. */
export const alive: ReadonlySet<Fate> = new Set<Fate>(['survived', 'not reached']);

/** The reviewed reasons of survivors.yaml. */
export function loadExplanations(): readonly Explanation[] {
  return parse(readFileSync(join(import.meta.dirname, 'survivors.yaml'), 'utf8')) as Explanation[];
}

/** Every mutant that was judged, from result.jsonl; of one that was judged again the last fate. */
export function loadResult(): readonly JudgedMutant[] {
  const lines = readFileSync(join(import.meta.dirname, 'result.jsonl'), 'utf8').split('\n');
  const judged = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as JudgedMutant);
  return [...new Map(judged.map((mutant) => [placeOf(mutant), mutant])).values()];
}

/** Whether the explanation speaks of the mutant. */
export function explains(explanation: Explanation, { file, source, text, replacement }: JudgedMutant): boolean {
  return (
    explanation.file === file &&
    explanation.mutants.some(
      ([before, after, line]) => before === text && after === replacement && (line === undefined || line === source),
    )
  );
}
