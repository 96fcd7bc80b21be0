import type { Capability, Rule } from '@gateproof/spec';

/** Capabilities that could be added together, and how many further rules would then be decided. */
export interface NextStep {
  readonly capabilities: readonly Capability[];
  readonly rules: number;
}

/** The rules that a target with these capabilities may be judged on; those that are `conditional` only if it does what they speak of. */
export function decidable(rules: readonly Rule[], claimed: ReadonlySet<Capability>): readonly Rule[] {
  return rules.filter((rule) => rule.unobservable === undefined && rule.needs.every((need) => claimed.has(need)));
}

/** What to add next: each set of missing capabilities that rules wait for, the one first that unlocks the most for each capability added. */
export function nextSteps(rules: readonly Rule[], claimed: ReadonlySet<Capability>): readonly NextStep[] {
  const now = decidable(rules, claimed).length;
  const sets = new Map<string, readonly Capability[]>();
  for (const { needs, unobservable } of rules) {
    const missing = needs.filter((need) => !claimed.has(need)).sort();
    if (missing.length > 0 && unobservable === undefined) sets.set(missing.join(), missing);
  }
  return [...sets.values()]
    .map((missing) => ({
      capabilities: missing,
      rules: decidable(rules, new Set([...claimed, ...missing])).length - now,
    }))
    .sort((one, other) => worth(other) - worth(one) || one.capabilities.length - other.capabilities.length);
}

function worth({ capabilities, rules }: NextStep): number {
  return rules / capabilities.length;
}
