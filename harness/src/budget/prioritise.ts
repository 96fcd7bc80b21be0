import type { Level, Rule } from '@gateproof/spec';
import type { AnyCheck } from '../check/check.ts';

/** Requests of one case where a check declares none. */
export const defaultRequestsPerCase = 4;

const weights: Readonly<Record<Level, number>> = { must: 3, derived: 2, should: 1 };

/** What one case of a check sends at most. */
export function costOf(check: Pick<AnyCheck, 'requestsPerCase'> | undefined): number {
  return check?.requestsPerCase ?? defaultRequestsPerCase;
}

/**
 * The rules in the order of what they show for what they cost: within an area by level and cost, and the areas in turn, so that the first
 * requests look at everything once.
 */
export function prioritise(rules: readonly Rule[], checks: ReadonlyMap<string, AnyCheck>): readonly Rule[] {
  const worth = (rule: Rule) => weights[rule.level] / costOf(checks.get(rule.id));
  const areas = [...Map.groupBy(rules, ({ area }) => area).values()].map((area) =>
    [...area].sort((one, other) => worth(other) - worth(one)),
  );
  const longest = Math.max(0, ...areas.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => areas.flatMap((area) => area[place] ?? [])).flat();
}
