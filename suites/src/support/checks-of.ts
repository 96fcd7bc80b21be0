import type { StandingCheck } from '@gateproof/harness';

/** What the file of a group of rules exports: one check, or several. */
export type Group<ActiveCheck> = ActiveCheck | StandingCheck | readonly (ActiveCheck | StandingCheck)[];

/** The checks of groups, by kind. */
export function checksOf<ActiveCheck extends { readonly rule: string }>(
  groups: readonly Group<ActiveCheck>[],
): { readonly checks: readonly ActiveCheck[]; readonly standing: readonly StandingCheck[] } {
  const all = groups.flat() as readonly (ActiveCheck | StandingCheck)[];
  return { checks: all.filter((check) => 'rule' in check), standing: all.filter((check) => 'rules' in check) };
}
