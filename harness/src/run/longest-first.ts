import type { Rule } from '@gateproof/spec';
import type { AnyCheck } from '../check/check.ts';

/**
 * The rules whose checks wait, then those that were measured to take long, then those with many cases: a run ends with short ones, and not with a
 * long one alone.
 * @param costsMs as `Suite.costsMs`
 */
export function longestFirst(
  rules: readonly Rule[],
  checks: ReadonlyMap<string, AnyCheck>,
  costsMs: Readonly<Record<string, number>> = {},
): readonly Rule[] {
  const waits = ({ id }: Rule) => Number(checks.get(id)?.waits === true);
  const cost = ({ id }: Rule) => costsMs[id] ?? 0;
  const cases = ({ id }: Rule) => checks.get(id)?.cases ?? 0;
  return [...rules].sort(
    (one, other) => waits(other) - waits(one) || cost(other) - cost(one) || cases(other) - cases(one),
  );
}
