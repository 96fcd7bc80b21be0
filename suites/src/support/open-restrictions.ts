import type { Account } from '@gateproof/harness';

/** Restrictions of a key that stand in nobody's way, to go with one that does. */
export async function openRestrictions(account: Account): Promise<{
  readonly ip_ranges: readonly string[];
  readonly monthly_cap_usd: number;
  readonly expires_at: string;
}> {
  const yearMs = 365 * 86_400_000;
  return {
    ip_ranges: ['0.0.0.0/0', '::/0'],
    monthly_cap_usd: 1_000,
    expires_at: new Date((await account.now()) + yearMs).toISOString(),
  };
}
