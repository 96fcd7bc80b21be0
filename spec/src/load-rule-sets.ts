import { readYaml } from './read-yaml.ts';
import type { Rule } from './rule.ts';

/** What turns a run red: all rules that were there when the set was released. */
export interface RuleSet {
  /** Major and minor number: `1.0`. */
  readonly id: string;
  /** How many rules it has, and their digest. Absent until it is released. */
  readonly frozen?: { readonly rules: number; readonly digest: string };
}

let memo: readonly RuleSet[] | undefined;

/** All rule sets, the oldest first. Read once. */
export function loadRuleSets(): readonly RuleSet[] {
  memo ??= readYaml('rule-sets.yaml') as readonly RuleSet[];
  return memo;
}

/** The id of the newest rule set, which runs judge by unless they name another. */
export function currentRuleSet(sets: readonly RuleSet[] = loadRuleSets()): string {
  const newest = sets.at(-1);
  if (newest === undefined) throw new Error('spec/rule-sets.yaml names no rule set');
  return newest.id;
}

/** True when a rule is newer than a rule set: it is provisional there. */
export function isProvisional({ since }: Pick<Rule, 'since'>, ruleSet: string): boolean {
  return since !== undefined && numberOf(since) > numberOf(ruleSet);
}

/** `1.10` comes after `1.9`. */
function numberOf(id: string): number {
  const [major = 0, minor = 0] = id.split('.').map(Number);
  return major * 1_000 + minor;
}
