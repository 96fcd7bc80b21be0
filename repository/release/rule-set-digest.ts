import { createHash } from 'node:crypto';
import { isProvisional, type Rule, type RuleSet } from '@gateproof/spec';

/** What a released rule set is frozen to: how many rules it has, and a digest of their ids and of what decides whether they turn a run red. */
export function frozenOf(ruleSet: string, rules: readonly Rule[]): NonNullable<RuleSet['frozen']> {
  const binding = rules.filter((rule) => !isProvisional(rule, ruleSet));
  const lines = binding.map(({ id, party, level, kind }) => [id, party, level, kind].join(' ')).sort();
  return { rules: lines.length, digest: createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16) };
}
