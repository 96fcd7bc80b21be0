import type { StandingCheck } from '../check/check.ts';
import type { Decision } from './decide-verdict.ts';
import type { DecidedRule } from './decided-rule.ts';

/**
 * Gives a rule that could not be decided the failed rule that is related to it as its prerequisite. Its set-up relied on what a rule of its own family
 * (`auth.model.…`) found broken; or, for a standing rule, what it speaks of never came because a standing rule of its area is broken, or because the
 * rule that says that it is served (`StandingCheck.servedBy`) does not hold. Rules that name a prerequisite themselves keep it.
 *
 * @returns the decisions by rule id
 */
export function relatedFailures(
  decided: ReadonlyMap<string, DecidedRule>,
  standing: readonly StandingCheck[],
): Map<string, Decision> {
  const failed = [...decided.values()].filter(({ decision }) => decision.verdict === 'fail');
  return new Map(
    [...decided].map(([id, entry]) => {
      const { decision } = entry;
      if (decision.verdict !== 'inconclusive' || decision.prerequisite !== undefined) return [id, decision];
      const related = failed.find((other) => isRelated(entry, other))?.rule.id;
      const prerequisite = related ?? standing.find(({ rules }) => rules.includes(id))?.servedBy;
      return [id, prerequisite === undefined ? decision : { ...decision, prerequisite }];
    }),
  );
}

function isRelated({ rule, report }: DecidedRule, failed: DecidedRule): boolean {
  if (rule.kind === 'standing') return failed.rule.kind === 'standing' && failed.rule.area === rule.area;
  return report?.setupFailure !== undefined && familyOf(failed.rule.id) === familyOf(rule.id);
}

function familyOf(id: string): string {
  return id.split('.').slice(0, 2).join('.');
}
