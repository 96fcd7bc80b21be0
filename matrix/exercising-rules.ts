import type { Rule } from '@gateproof/spec';

/**
 * A standing rule is judged on exchanges that the checks of other rules make. For a run of it alone: the active rules that come from one of its normative
 * points, and so meet with what it speaks of. An active rule needs none.
 */
export function exercisingRules(rules: readonly Rule[], id: string): readonly string[] {
  const rule = rules.find((one) => one.id === id);
  if (rule?.kind !== 'standing') return [];
  const points = new Set(rule.points);
  return rules
    .filter((one) => one.kind === 'active' && one.points.some((point) => points.has(point)))
    .map((one) => one.id);
}
