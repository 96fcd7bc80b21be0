/** What a key may not do. Everything left out is unrestricted. */
export interface KeyRestrictions {
  /** Ids of the only models that it may use. */
  readonly models?: readonly string[];
  /** CIDR ranges of the only addresses that it may be used from. */
  readonly ipRanges?: readonly string[];
  readonly monthlyCapUsd?: number;
  readonly policy?: { readonly retention?: 'strict'; readonly region?: 'home' };
  /** On the account's clock, in ms since the epoch. */
  readonly expiresAtMs?: number;
}

/** A key of an account; it keeps what it has spent, month by month. */
export interface ApiKey {
  readonly id: string;
  readonly secret: string;
  readonly restrictions: KeyRestrictions;
  deleted: boolean;
  /** USD by month, `2026-11`, in UTC. */
  readonly spentUsd: Map<string, number>;
}

/** The month of a moment, as spending is counted: calendar months in UTC. */
export function monthOf(atMs: number): string {
  if (atMs < latest.fromMs || atMs >= latest.untilMs) latest = monthAround(new Date(atMs));
  return latest.name;
}

/** The month that was last asked for: nearly always the next one too. */
let latest = monthAround(new Date(0));

function monthAround(at: Date) {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const name = `${year}-${String(month + 1).padStart(2, '0')}`;
  return { name, fromMs: Date.UTC(year, month), untilMs: Date.UTC(year, month + 1) };
}
