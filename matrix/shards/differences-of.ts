import type { ResultDocument, RuleRecord } from '@gateproof/harness';

/** What two results of the same run differ in beyond times, exchanges and the ids that a run draws. */
export interface Differences {
  /** A line for each rule, cause or part of the summary. */
  readonly lines: readonly string[];
  /** Passed rules with other numbers of cases: a case is run again after noise, and a rule whose time is used up has fewer. */
  readonly otherCases: readonly string[];
}

/**
 * Compares two results of the same run. The numbers of cases of the rules that every answer is judged by are left out: each shard has cases of its own for
 * them.
 */
export function differencesOf(one: ResultDocument, other: ResultDocument): Differences {
  const [ones, others] = [linesOf(one), linesOf(other)];
  const lines = [...new Set([...ones.keys(), ...others.keys()])].flatMap((name) => {
    const [before, after] = [ones.get(name) ?? 'absent', others.get(name) ?? 'absent'];
    return before === after ? [] : [`${name}: ${before} and ${after}`];
  });
  const cases = casesOf(other);
  const otherCases = [...casesOf(one)].flatMap(([rule, run]) => {
    const there = cases.get(rule);
    return there === undefined || there === run ? [] : [rule];
  });
  return { lines, otherCases };
}

function casesOf({ rules }: ResultDocument): ReadonlyMap<string, number> {
  const passed = rules.filter(({ kind, verdict }) => kind === 'active' && verdict === 'pass');
  return new Map(passed.map(({ rule, cases }) => [rule, cases.exercised]));
}

function linesOf({ rules, summary, run }: ResultDocument): ReadonlyMap<string, string> {
  const { verdicts, exitCode, classes, causes, differences } = summary;
  return new Map([
    ...rules.map((rule) => [rule.rule, ruleLine(rule)] as const),
    ...causes.map(
      ({ id, kind, rule, folded }) => [`cause ${id}`, JSON.stringify([kind, rule ?? null, folded.toSorted()])] as const,
    ),
    ['the summary', JSON.stringify([exitCode, verdicts, classes, differences])],
    ['the run', JSON.stringify([run.seed, run.effort, run.only ?? null, run.cutShort?.reason ?? null])],
  ]);
}

function ruleLine({ verdict, missing = [], blockedBy = '', causedBy = '', beside = [] }: RuleRecord): string {
  return JSON.stringify([verdict, missing, blockedBy, causedBy, beside.toSorted()]);
}
