import type { Repair } from '../repair/repair.ts';
import type { RuleTrial } from './rule-trial.ts';

/**
 * The fewest of the repairs, as far as single steps find them, under which a red rule holds: one alone where one will do, otherwise all without
 * those that can be left out one by one. `repairs` stand with the one that explains most first, and the rule is known to hold under all of them. Undefined
 * when it does not hold again, in a few cases more.
 */
export async function smallestCure(
  trial: RuleTrial,
  repairs: readonly Repair[],
): Promise<readonly Repair[] | undefined> {
  const cure = (await singleCure(trial, repairs)) ?? (await withoutNeedless(trial, repairs));
  return (await trial.again(cure)).holds ? cure : undefined;
}

async function singleCure(trial: RuleTrial, repairs: readonly Repair[]): Promise<readonly Repair[] | undefined> {
  if (repairs.length === 1) return repairs;
  for (const repair of repairs) if ((await trial.once([repair])).holds) return [repair];
  return undefined;
}

async function withoutNeedless(trial: RuleTrial, repairs: readonly Repair[]): Promise<readonly Repair[]> {
  let cure = repairs;
  for (const repair of repairs.toReversed()) {
    const others = cure.filter((one) => one !== repair);
    if ((await trial.once(others)).holds) cure = others;
  }
  return cure;
}
