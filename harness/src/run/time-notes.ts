import type { DecidedRule } from './decided-rule.ts';

/** Says how many rules the limit of a run was too short for, and the limit that would do where it is known. */
export function timeNotes(
  decided: readonly DecidedRule[],
  runLimitMs: number,
  neededLimitMs: number | undefined,
): readonly string[] {
  const count = (flag: 'isOutOfTime' | 'isPartial') => decided.filter(({ decision }) => decision[flag] === true).length;
  const [late, partial] = [count('isOutOfTime'), count('isPartial')];
  const would = (what: string) =>
    neededLimitMs === undefined ? `a longer --time-limit ${what}` : `--time-limit ${neededLimitMs / 1000} would do`;
  return [
    ...(late === 0
      ? []
      : [
          `rules that used up their share of the run's ${runLimitMs / 1000} s: ${late}; ${would('decides more of them')}`,
        ]),
    ...(partial === 0
      ? []
      : [
          `rules that passed by some of their cases, because their share of the run's time ended: ${partial}; ${would('runs the rest')}`,
        ]),
  ];
}
