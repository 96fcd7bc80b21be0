import type { Rule } from '@gateproof/spec';
import type { StandingCheck } from '../check/check.ts';
import { withBrokenBeside } from './broken-beside.ts';
import { withBrokenPrerequisites } from './broken-prerequisites.ts';
import { resolveBlocked } from './decide-verdict.ts';
import type { DecidedRule } from './decided-rule.ts';
import { relatedFailures } from './related-failures.ts';
import type { RunContext } from './run-context.ts';

/** What settling looks at beside the rules themselves. */
interface Grounds {
  readonly standing: readonly StandingCheck[];
  readonly history: RunContext['history'];
}

/** Resolves, among all that was decided, which rule is blocked by which and which breaks show together. Returns the decided ones of `rules`, in their order. */
export function settleRules(
  rules: readonly Rule[],
  decided: ReadonlyMap<string, DecidedRule>,
  { standing, history }: Grounds,
): DecidedRule[] {
  const judged = withBrokenPrerequisites(decided);
  const decisions = resolveBlocked(relatedFailures(judged, standing));
  const resolved = [...judged].map(([id, entry]) => ({
    ...entry,
    ...(entry.decision.prerequisite === undefined ? {} : { reliesOn: entry.decision.prerequisite }),
    decision: decisions.get(id) ?? entry.decision,
  }));
  const settled = new Map(withBrokenBeside(resolved, standing, history).map((entry) => [entry.rule.id, entry]));
  return rules.flatMap(({ id }) => settled.get(id) ?? []);
}
