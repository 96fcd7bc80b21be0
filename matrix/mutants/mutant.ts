/** One small change of the reference gateway, made by StrykerJS's instrumenter. */
export interface Mutant {
  /** Of this planting only; a mutant is known by its file, text and replacement. */
  readonly id: string;
  /** Path from the root, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  /** What stood there, and what stands there now; white space folded. */
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

type Known = Pick<Mutant, 'file' | 'mutator' | 'text' | 'replacement'>;

/** Names a mutant in a way that lasts while other lines of its file change. Equal changes of equal texts in one file share it. */
export function nameOf({ file, mutator, text, replacement }: Known): string {
  return JSON.stringify([file, mutator, text, replacement]);
}
