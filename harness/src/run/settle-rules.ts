import type { Rule } from '@gateproof/spec';
import { resolveBlocked } from './decide-verdict.ts';
import type { DecidedRule } from './decided-rule.ts';
import { kinOfFailures } from './kin-of-failures.ts';

/** Resolves who is blocked by whom and returns the decided rules in the order of `rules`. */
export function settleRules(rules: readonly Rule[], decided: ReadonlyMap<string, DecidedRule>): DecidedRule[] {
  const resolved = resolveBlocked(kinOfFailures(decided));
  return rules.flatMap((rule) => {
    const entry = decided.get(rule.id);
    const decision = resolved.get(rule.id);
    return entry === undefined || decision === undefined ? [] : [{ ...entry, decision }];
  });
}
