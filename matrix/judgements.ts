import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Why a mutant need turn nothing red: it is the original, is legal, changes nothing that anybody sees, or what it changes is left open. */
export const verdicts = ['equal', 'legal', 'silent', 'open'] as const;

/** What was judged of the mutants whose ids one of the patterns matches. */
export interface Judgement {
  readonly mutants: readonly string[];
  readonly verdict: (typeof verdicts)[number];
  readonly why: string;
}

/** Whether an id matches a pattern. */
export type Matches = (id: string, pattern: string) => boolean;

const read = new Map<string, RegExp>();
/** A regular expression that the whole id matches. */
export const matchesWhole: Matches = (id, pattern) => {
  const known = read.get(pattern) ?? new RegExp(`^(?:${pattern})$`);
  read.set(pattern, known);
  return known.test(id);
};

/** What stands in the judged.yaml of a cross's folder. */
export const readJudgements = (folder: string): readonly Judgement[] =>
  parse(readFileSync(join(folder, 'judged.yaml'), 'utf8')) as readonly Judgement[];

/** What was judged of a mutant; undefined: nothing, and a survivor is a hole. */
export const judgementOf = (id: string, all: readonly Judgement[], matches = matchesWhole): Judgement | undefined =>
  all.find(({ mutants }) => mutants.some((pattern) => matches(id, pattern)));

/** The patterns that match none of these ids. */
export const unusedPatterns = (
  ids: readonly string[],
  all: readonly Judgement[],
  matches = matchesWhole,
): readonly string[] =>
  all.flatMap(({ mutants }) => mutants).filter((pattern) => !ids.some((id) => matches(id, pattern)));
