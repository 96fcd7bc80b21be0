import type { Rule } from '@gateproof/spec';
import type { AnyCheck } from '../check/check.ts';

/** The rules whose checks wait, then those with many cases: a run ends with short ones, and not with a long one alone. */
export function longestFirst(rules: readonly Rule[], checks: ReadonlyMap<string, AnyCheck>): readonly Rule[] {
  const waits = ({ id }: Rule) => Number(checks.get(id)?.waits === true);
  const cases = ({ id }: Rule) => checks.get(id)?.cases ?? 0;
  return [...rules].sort((one, other) => waits(other) - waits(one) || cases(other) - cases(one));
}
