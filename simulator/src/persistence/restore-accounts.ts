import type { Generation } from '../records/generation.ts';
import type { Job } from '../records/job.ts';
import type { Row, Store } from '../store/store.ts';
import type { Account } from '../tenants/account.ts';
import { recordGeneration } from '../tenants/account-records.ts';
import type { Registry } from '../tenants/registry.ts';
import { setReplies } from '../tenants/set-replies.ts';
import type { KeptBalance, KeptSettings, KeptSpending } from './account-rows.ts';
import { jobOf, type KeptJob } from './job-rows.ts';

/** An account as it was, with the jobs that it has. */
export interface RestoredAccount {
  readonly account: Account;
  readonly jobs: readonly Job[];
}

/**
 * Makes the kept accounts anew: keys, models, endpoints, clock, balance, generations and jobs, in their old order. `only`: one account alone; left out:
 * all.
 */
export async function restoreAccounts(
  store: Store,
  registry: Registry,
  only?: string,
): Promise<readonly RestoredAccount[]> {
  const [settings, balances, spending, generations, jobs] = await Promise.all([
    store.list('account', only),
    byId(store.list('balance', only)),
    byId(store.list('spending', only)),
    byAccount(store.list('generation', only)),
    byAccount(store.list('job', only)),
  ]);
  return settings.map(({ id, value }) => {
    const balance = (balances.get(id)?.value ?? { creditUsd: 0, offsetMs: 0 }) as KeptBalance;
    const kept = value as KeptSettings;
    const preparation = kept.made.preparation ?? undefined;
    const account = registry.restoreAccount({ id, ...kept.made, ...balance, preparation });
    restoreSettings(registry, account, kept, spending);
    const ran = (generations.get(id) ?? []).map(({ value }) => value as Generation);
    for (const generation of ran) recordGeneration(account, generation);
    const known = new Map(ran.map((generation) => [generation.id, generation]));
    const restored = (jobs.get(id) ?? []).flatMap(({ value }) => jobOf(value as KeptJob, account, known) ?? []);
    for (const job of restored) account.jobs.set(job.id, job);
    return { account, jobs: restored };
  });
}

function restoreSettings(
  registry: Registry,
  account: Account,
  { keys, models, webhooks, rateLimit, trouble, replies }: KeptSettings,
  spending: ReadonlyMap<string, Row>,
): void {
  for (const key of keys) {
    const spentUsd = new Map((spending.get(key.id)?.value ?? []) as KeptSpending);
    registry.addKey(account, { ...key, spentUsd });
  }
  for (const model of models) account.models.set(model.id, model);
  for (const endpoint of webhooks) account.webhooks.set(endpoint.id, endpoint);
  account.rateLimit = rateLimit;
  account.trouble = trouble;
  if (replies !== undefined) setReplies(account, replies ?? undefined);
}

async function byId(rows: Promise<readonly Row[]>): Promise<ReadonlyMap<string, Row>> {
  return new Map((await rows).map((row) => [row.id, row]));
}

async function byAccount(rows: Promise<readonly Row[]>): Promise<ReadonlyMap<string, readonly Row[]>> {
  return Map.groupBy(await rows, ({ account }) => account);
}
