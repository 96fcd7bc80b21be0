import { type Difference, repairsOf } from '../repair/difference.ts';
import type { DifferenceRecord } from '../result/result-document.ts';
import type { DecidedRule } from './decided-rule.ts';

/** Decided rules beside the differences that the profile declares. */
export interface BesideDifferences {
  readonly decided: readonly DecidedRule[];
  readonly differences: readonly DifferenceRecord[];
}

/**
 * Gives the rules that state a declared difference the verdict `differs`: they hold only because the answers were repaired. A repair that found nothing
 * to mend (it is not in `repaired`) explains no rule, and a rule that is red all the same stays so.
 */
export function besideDifferences(
  decided: readonly DecidedRule[],
  declared: readonly Difference[],
  repaired: ReadonlySet<string>,
): BesideDifferences {
  const statedBy = new Map(
    declared
      .filter(({ repair }) => repaired.has(repair))
      .flatMap((difference) =>
        repairsOf([difference]).flatMap(({ states }) => states.map((rule) => [rule, difference] as const)),
      ),
  );
  const isDiffering = ({ rule, decision: { verdict } }: DecidedRule) =>
    statedBy.has(rule.id) && (verdict === 'pass' || verdict === 'warn');
  const differing = decided.filter(isDiffering).map(({ rule }) => rule.id);
  return {
    decided: decided.map((entry) => {
      const difference = isDiffering(entry) ? statedBy.get(entry.rule.id) : undefined;
      if (difference === undefined) return entry;
      return { rule: entry.rule, decision: { verdict: 'differs', reason: `declared: ${difference.reason}` } };
    }),
    differences: declared.map((difference) => ({
      ...difference,
      rules: differing.filter((rule) => statedBy.get(rule) === difference),
    })),
  };
}
