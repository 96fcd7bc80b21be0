import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Why crossed receivers of one pattern need no red rule. */
export interface JudgedMutants {
  /** A regular expression that the whole id matches. */
  readonly mutants: string;
  readonly verdict: 'equal' | 'legal' | 'silent' | 'open';
  readonly why: string;
}

/** All of judged.yaml. */
export function loadJudgedMutants(): readonly JudgedMutants[] {
  return parse(readFileSync(join(import.meta.dirname, 'judged.yaml'), 'utf8')) as JudgedMutants[];
}

/** What was written of a mutant; undefined: nobody judged it. */
export function judgementOf(id: string, all: readonly JudgedMutants[]): JudgedMutants | undefined {
  return all.find(({ mutants }) => new RegExp(`^(?:${mutants})$`).test(id));
}
