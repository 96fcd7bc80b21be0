import type { Rule } from '@gateproof/spec';
import type { Finding } from '../check/finding.ts';
import { asClient } from './asking-client.ts';
import type { SetupFailure } from './check-report.ts';
import type { DecidedRule } from './decided-rule.ts';

/**
 * A rule that its own check saw kept is broken all the same where a set-up step that relies on it failed at every attempt: it does not hold under
 * the circumstances of that step. So is a rule that could not be decided because it relies, by way of such steps, on itself. Such rules come back
 * failed, with the case that shows it; all others as they were.
 */
export function withBrokenPrerequisites(decided: ReadonlyMap<string, DecidedRule>): ReadonlyMap<string, DecidedRule> {
  const judged = new Map(decided);
  for (const { rule, decision, report } of decided.values()) {
    const failure = report?.setupFailure;
    if (decision.verdict !== 'inconclusive' || failure?.isLasting !== true) continue;
    const relied = judged.get(failure.prerequisite ?? '');
    if (
      relied !== undefined &&
      isBinding(relied) &&
      (relied.decision.verdict === 'pass' || reliesOnItself(relied, judged))
    )
      judged.set(relied.rule.id, brokenBy(relied, rule.id, failure));
  }
  return judged;
}

/** The words of a finding for a rule that a set-up step relied on and that did not hold. */
export function prerequisiteFinding(
  { statement }: Rule,
  { what, shownBy }: { readonly what: string; readonly shownBy: readonly string[] },
): Finding {
  return { expected: statement, observed: what, exchanges: shownBy };
}

/** What a standing rule or a recommendation says is judged where it stands. */
function isBinding({ rule }: DecidedRule): boolean {
  return rule.kind === 'active' && rule.level !== 'should';
}

/** Whether the set-up steps that keep a rule from being decided lead back to it. */
function reliesOnItself({ rule }: DecidedRule, decided: ReadonlyMap<string, DecidedRule>): boolean {
  const visited = new Set<string>();
  for (let next = rule.id; !visited.has(next); ) {
    visited.add(next);
    const { decision, report } = decided.get(next) ?? {};
    const failure = report?.setupFailure;
    if (decision?.verdict !== 'inconclusive' || failure?.isLasting !== true) return false;
    next = failure.prerequisite ?? '';
    if (next === rule.id) return true;
  }
  return false;
}

function brokenBy(relied: DecidedRule, check: string, failure: SetupFailure): DecidedRule {
  const { input, seed, path, client, exchanges } = failure;
  return {
    ...relied,
    decision: { verdict: 'fail', reason: `it does not hold where ${check} relies on it` },
    broken: {
      check,
      input,
      seed,
      path,
      ...asClient(client),
      exchanges,
      shrinks: 0,
      finding: prerequisiteFinding(relied.rule, failure),
      replayed: { kind: 'broke' },
    },
  };
}
