import { alwaysClaimed, type Rule } from '@gateproof/spec';
import type { ReachedTarget } from '../run/run-options.ts';

/** True for a rule whose conformance class the target claims, and for one that has no class. */
export function isClaimed({ class: id }: Pick<Rule, 'class'>, { claims }: Pick<ReachedTarget, 'claims'>): boolean {
  return claims === undefined || id === undefined || id === alwaysClaimed || claims.includes(id);
}
