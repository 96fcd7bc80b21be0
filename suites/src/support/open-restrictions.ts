import type { Account, World } from '@gateproof/harness';

/** Restrictions of a key that stand in nobody's way, to go with one that does. */
export async function openRestrictions(
  world: World,
  account: Account,
): Promise<{
  readonly ip_ranges: readonly string[];
  readonly monthly_cap_usd: number;
  readonly expires_at: string;
  readonly policy?: { readonly retention: 'strict'; readonly region: 'home' };
}> {
  const yearMs = 365 * 86_400_000;
  const { looser_retention: looser, other_region: other } = world.fragments;
  // Who can not say how another retention class or region is asked for may not know policies at all.
  const hasPolicies = looser !== undefined || other !== undefined;
  return {
    ip_ranges: ['0.0.0.0/0', '::/0'],
    monthly_cap_usd: 1_000,
    // Beyond what a signed number of 32 bits holds in seconds.
    expires_at: new Date((await account.now()) + 40 * yearMs).toISOString(),
    ...(hasPolicies ? { policy: { retention: 'strict', region: 'home' } as const } : {}),
  };
}
