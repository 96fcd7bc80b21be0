import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Why nothing need turn red: the mutant is the original, is legal, changes nothing that anybody sees, or what it changes is left open. */
export type Verdict = 'equal' | 'legal' | 'silent' | 'open';

/** What was judged of the mutants whose ids a pattern matches. */
export interface Judgement {
  readonly pattern: string;
  readonly verdict: Verdict;
  readonly why: string;
}

/** The judgements of judged.yaml. */
export const judgements = parse(readFileSync(join(import.meta.dirname, 'judged.yaml'), 'utf8')) as readonly Judgement[];

/** What was judged of a mutant; undefined: a survivor would be a hole. */
export function judgementOf(id: string): Judgement | undefined {
  return judgements.find(({ pattern }) => new RegExp(`^(?:${pattern})$`).test(id));
}
