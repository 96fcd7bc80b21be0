import type { Fix } from './fix.ts';
import type { RuleTrial } from './rule-trial.ts';

/** Fixes under which a rule holds, and not without them. */
export interface Cure {
  readonly fixes: readonly Fix[];
  /** Ids of the repairs that changed an answer. */
  readonly acted: ReadonlySet<string>;
}

/**
 * Every single fix under which a red rule holds in all its cases; where no single one will do, the fewest together, as far as single steps find them. None for a rule that
 * holds with no fix at all, for one that stays broken with all of them, and where they change nothing.
 */
export async function curesOf(trial: RuleTrial, fixes: readonly Fix[]): Promise<readonly Cure[]> {
  const all = await trial.once(repairsIn(fixes));
  const acting = fixes.filter(({ repairs }) => repairs.some(({ id }) => all.acted.has(id)));
  if (!all.holds || acting.length === 0) return [];
  const control = await trial.once([]);
  if (control.holds) return [];
  const singles = await singleCures(trial, acting);
  const cures = singles.length > 0 ? singles : [await withoutNeedless(trial, acting)];
  const confirmed: Cure[] = [];
  for (const cure of cures) {
    const { holds, acted } = await trial.again(repairsIn(cure));
    if (holds) confirmed.push({ fixes: cure, acted: new Set([...acted, ...all.acted].filter(isOf(cure))) });
  }
  return confirmed;
}

function repairsIn(fixes: readonly Fix[]) {
  return fixes.flatMap(({ repairs }) => repairs);
}

function isOf(fixes: readonly Fix[]): (id: string) => boolean {
  const ids = new Set(repairsIn(fixes).map(({ id }) => id));
  return (id) => ids.has(id);
}

async function singleCures(trial: RuleTrial, fixes: readonly Fix[]): Promise<readonly (readonly Fix[])[]> {
  if (fixes.length === 1) return [fixes];
  const found: (readonly Fix[])[] = [];
  for (const fix of fixes) if ((await trial.once(fix.repairs)).holds) found.push([fix]);
  return found;
}

async function withoutNeedless(trial: RuleTrial, fixes: readonly Fix[]): Promise<readonly Fix[]> {
  let cure = fixes;
  for (const fix of fixes.toReversed()) {
    const others = cure.filter((one) => one !== fix);
    if (others.length > 0 && (await trial.once(repairsIn(others))).holds) cure = others;
  }
  return cure;
}
