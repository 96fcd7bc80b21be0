import type { Level, Rule } from '@gateproof/spec';

const weights: Readonly<Record<Level, number>> = { must: 3, derived: 2, should: 1 };

/**
 * The rules in the order of what they show for what they cost: within an area by level, and by how little they need of the target, as what needs much sends
 * many requests; and the areas in turn, so that the first requests look at everything once.
 */
export function prioritise(rules: readonly Rule[]): readonly Rule[] {
  const worth = (rule: Rule) => weights[rule.level] / (1 + rule.needs.length);
  const areas = [...Map.groupBy(rules, ({ area }) => area).values()].map((area) =>
    [...area].sort((one, other) => worth(other) - worth(one)),
  );
  const longest = Math.max(0, ...areas.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => areas.flatMap((area) => area[place] ?? [])).flat();
}
