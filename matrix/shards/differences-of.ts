import type { ResultDocument, RuleRecord } from '@gateproof/harness';

/**
 * What two results of the same run differ in beyond times, exchanges and the ids that a run draws: a line for each rule, cause or part of the summary. Of the
 * rules that every answer is judged by, the number of cases is left out: each shard has cases of its own for them.
 */
export function differencesOf(one: ResultDocument, other: ResultDocument): readonly string[] {
  const [ones, others] = [linesOf(one), linesOf(other)];
  return [...new Set([...ones.keys(), ...others.keys()])].flatMap((name) => {
    const [before, after] = [ones.get(name) ?? 'absent', others.get(name) ?? 'absent'];
    return before === after ? [] : [`${name}: ${before} and ${after}`];
  });
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

function ruleLine({ kind, verdict, cases, missing = [], ...rule }: RuleRecord): string {
  const { blockedBy = null, causedBy = null, beside = [] } = rule;
  const counted = kind === 'active' && verdict === 'pass' ? cases : null;
  return JSON.stringify([verdict, counted, missing, blockedBy, causedBy, beside.toSorted()]);
}
