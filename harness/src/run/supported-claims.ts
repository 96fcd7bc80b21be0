import type { Cure } from './cures-of.ts';
import type { DecidedRule } from './decided-rule.ts';

/** A red rule that was seen to hold under a cure. */
export interface Claim {
  readonly entry: DecidedRule;
  readonly cure: Cure;
}

/** The claims without those of rules whose blocking rule does not hold under the same fixes: such a rule stays blocked. */
export function supported(claims: readonly Claim[]): readonly Claim[] {
  const left = claims.filter(({ entry, cure }) => {
    const { blockedBy } = entry.decision;
    return (
      blockedBy === undefined || claims.some((other) => other.entry.rule.id === blockedBy && isWithin(other.cure, cure))
    );
  });
  return left.length === claims.length ? left : supported(left);
}

function isWithin(one: Cure, other: Cure): boolean {
  return one.fixes.every(({ id }) => other.fixes.some((fix) => fix.id === id));
}
