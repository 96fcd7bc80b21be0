import { isFine, type MatrixRow, type Outcome } from './judge-run.ts';
import { areaOf } from './sample-by-area.ts';

/** How much of the suite was run, the narrowest first: the rule that a deviation breaks, the area of that rule, or all of it. */
export const scopes = ['rule', 'area', 'suite'] as const;
export type Scope = (typeof scopes)[number];

/** A row of the kill matrix as it is kept in a file: one deviation or variation, run with one seed or several. */
export interface KeptRow {
  readonly id: string;
  readonly outcome: Outcome;
  /** The commit that it was last run on, abbreviated. */
  readonly commit: string;
  /** How much was run when its red rules were measured, … */
  readonly scope: Scope;
  /** … on which commit, … */
  readonly measuredOn: string;
  /** … and with how many seeds. */
  readonly seeds: number;
  /** Rules that were red with every seed. */
  readonly always: readonly string[];
  /** Rules that were red with some seeds only. */
  readonly sometimes: readonly string[];
}

/** With so many seeds before the whole suite, the red rules of a row are exact. */
export const exactSeeds = 3;

export function isExact({ scope, seeds, outcome }: KeptRow): boolean {
  return scope === 'suite' && seeds >= exactSeeds && outcome === 'killed';
}

/** Whether runs of one scope show all that runs of another do. */
export function covers(scope: Scope, other: Scope): boolean {
  return scopes.indexOf(scope) >= scopes.indexOf(other);
}

/** Whether a run of this scope, made for a deviation from one rule, speaks of another rule. */
export function isInScope(scope: Scope, breaks: string, rule: string): boolean {
  if (scope === 'suite') return true;
  return scope === 'area' ? areaOf(rule) === areaOf(breaks) : rule === breaks;
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
    commit,
    scope,
    measuredOn: commit,
    seeds: runs.length,
    always: all.filter(isAlways),
    sometimes: all.filter((rule) => !isAlways(rule)),
  };
}
