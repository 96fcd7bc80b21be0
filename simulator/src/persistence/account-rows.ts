import { builtInModels } from '../built-in-models.ts';
import type { ApiKey } from '../records/api-key.ts';
import type { Model } from '../records/model.ts';
import type { WebhookEndpoint } from '../records/webhook-endpoint.ts';
import type { Replies } from '../replies/reply-rule.ts';
import type { Row } from '../store/store.ts';
import type { Account, RateLimit } from '../tenants/account.ts';
import type { Preparation } from '../tenants/preparation.ts';

/** What the testbed arranged for an account. */
export interface KeptSettings {
  readonly keys: readonly Omit<ApiKey, 'spentUsd'>[];
  /** Those that are not built in. */
  readonly models: readonly Model[];
  readonly webhooks: readonly WebhookEndpoint[];
  readonly rateLimit: RateLimit | null;
  readonly trouble: Account['trouble'];
  /** Null: none, although every account starts with some. Undefined: those that every account starts with. */
  readonly replies?: Replies | null;
  /** What the account was made with. */
  readonly made: Pick<Account, 'seed' | 'epoch' | 'initialCreditUsd'> & { readonly preparation: Preparation | null };
}

/** What changes as the account is used. */
export interface KeptBalance {
  readonly creditUsd: number;
  /** How far the account's clock is ahead of the machine's. */
  readonly offsetMs: number;
}

/** USD by month. */
export type KeptSpending = readonly (readonly [month: string, usd: number])[];

export function settingsRow(account: Account): Row {
  const { seed, epoch, initialCreditUsd, preparation } = account;
  const { replies } = account.workbench;
  const value: KeptSettings = {
    keys: [...account.keys.values()].map(({ id, secret, restrictions, deleted }) => ({
      id,
      secret,
      restrictions,
      deleted,
    })),
    models: [...account.models.values()].filter((model) => !builtInModels.includes(model)),
    webhooks: [...account.webhooks.values()].map((endpoint) => ({ ...endpoint })),
    rateLimit: account.rateLimit,
    trouble: account.trouble,
    ...(replies.isStandard ? {} : { replies: replies.given ?? null }),
    made: { seed, epoch, initialCreditUsd, preparation: preparation ?? null },
  };
  return { kind: 'account', id: account.id, account: account.id, value };
}

/** What each API key of an account opens, so that other simulators find it. */
export function secretRows(account: Account): readonly Row[] {
  return [...account.keys.values()].map(({ id, secret }) => ({
    kind: 'secret',
    id: secret,
    account: account.id,
    value: id,
  }));
}

export function balanceRow(account: Account): Row {
  const value: KeptBalance = { creditUsd: account.creditUsd, offsetMs: account.clock.offsetMs };
  return { kind: 'balance', id: account.id, account: account.id, value };
}

export function spendingRow(account: Account, key: ApiKey): Row {
  const value: KeptSpending = [...key.spentUsd];
  return { kind: 'spending', id: key.id, account: account.id, value };
}
