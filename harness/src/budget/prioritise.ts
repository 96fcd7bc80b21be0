import { type Level, loadClasses, type Rule } from '@gateproof/spec';

const weights: Readonly<Record<Level, number>> = { must: 3, derived: 2, should: 1 };

/**
 * The rules in the order of what they show for what they cost: within an area first those by which a class is shown, then by level, and by how little they need of the target,
 * as what needs much sends many requests; and the areas in turn, so that the first requests look at everything once.
 */
export function prioritise(rules: readonly Rule[]): readonly Rule[] {
  const floors = new Set(loadClasses().flatMap(({ floor }) => floor.flatMap((entry) => entry.rules)));
  const worth = ({ id, level, needs }: Rule) => (floors.has(id) ? 1 : 0) + weights[level] / (1 + needs.length);
  const areas = [...Map.groupBy(rules, ({ area }) => area).values()].map((area) =>
    [...area].sort((one, other) => worth(other) - worth(one)),
  );
  const longest = Math.max(0, ...areas.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => areas.flatMap((area) => area[place] ?? [])).flat();
}
