import { isFine, type MatrixRow, type Outcome } from './judge-run.ts';

/** How much of the suite was run: all of it, the area of the rule that a deviation breaks, or that rule alone. */
export type Scope = 'suite' | 'area' | 'rule';

/** A row of the kill matrix as it is kept in a file: one deviation or variation, run with one seed or several. */
export interface KeptRow {
  readonly id: string;
  readonly outcome: Outcome;
  readonly scope: Scope;
  /** The commit that it was run on, abbreviated. */
  readonly commit: string;
  /** With how many seeds it was run. */
  readonly seeds: number;
  /** Rules that were red with every seed. */
  readonly always: readonly string[];
  /** Rules that were red with some seeds only. */
  readonly sometimes: readonly string[];
  /** Red rules that nobody expected, with their verdicts. */
  readonly unexpected: readonly string[];
}

/** With so many seeds before the whole suite, the red rules of a row are exact: any other one is unexpected. */
export const exactSeeds = 3;

export function isExact({ scope, seeds, outcome }: KeptRow): boolean {
  return scope === 'suite' && seeds >= exactSeeds && outcome === 'killed';
}

/** Joins the runs of one deviation or variation with several seeds: the worst outcome, and which rules are red always or sometimes. */
export function joinSeeds(runs: readonly MatrixRow[], scope: Scope, commit: string): KeptRow {
  const [first] = runs;
  if (first === undefined) throw new Error('joinSeeds needs a run at least');
  const worst = runs.find((run) => !isFine(run)) ?? first;
  const all = [...new Set(runs.flatMap(({ red }) => red))];
  const isAlways = (rule: string) => runs.every(({ red }) => red.includes(rule));
  return {
    id: first.id,
    outcome: worst.outcome,
    scope,
    commit,
    seeds: runs.length,
    always: all.filter(isAlways),
    sometimes: all.filter((rule) => !isAlways(rule)),
    unexpected: [...new Set(runs.flatMap(({ unexpected }) => unexpected))],
  };
}
