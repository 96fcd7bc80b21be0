/** One small change of the reference gateway, made by StrykerJS's instrumenter. */
export interface Mutant {
  /** Of this planting only. */
  readonly id: string;
  /** Path from the root, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line of code that it is in, or begins in. */
  readonly source: string;
  readonly mutator: string;
  /** What stood there, and what stands there now; white space folded, the middle of long ones left out. */
  readonly text: string;
  readonly replacement: string;
}

/**
 * `killed`: a rule is broken, or nothing is served. `crashed`: the simulator ended or could not start. `timed out`: the suite did not end.
 * `not reached`: no check came past it, so that it was not run.
 */
export type Fate = 'killed' | 'crashed' | 'timed out' | 'survived' | 'not reached';

/** What became of a mutant. */
export interface JudgedMutant extends Omit<Mutant, 'id'> {
  readonly fate: Fate;
  /** The rule that killed it. */
  readonly by?: string;
}

/** Names a mutant in a way that lasts while lines are added above it. Equal changes of equal texts in equal lines share it. */
export function nameOf({ file, source, text, replacement }: Omit<Mutant, 'id'>): string {
  return JSON.stringify([file, source, text, replacement]);
}

/** Names a mutant as long as its file stays the same. */
export function placeOf(mutant: Omit<Mutant, 'id'>): string {
  return `${nameOf(mutant)}:${mutant.line}:${mutant.column}`;
}
