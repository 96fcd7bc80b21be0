import type { IdGenerator } from '../ids/id-generator.ts';
import type { Registry } from '../tenants/registry.ts';
import type { Persistence } from './persistence.ts';
import { restoreAccounts } from './restore-accounts.ts';
import { type ResumeWorld, resumeWork } from './resume-work.ts';
import { settleKeys } from './settle-keys.ts';

/** What a simulator with a data file begins with. */
export interface RestoreWorld extends ResumeWorld {
  readonly registry: Registry;
  readonly persistence: Persistence;
  readonly seed: string;
  /** Draws the request ids. */
  readonly requestIds: IdGenerator;
  readonly defaultKey: string;
  readonly creditUsd: number;
}

interface KeptSimulator {
  /** How often a simulator has begun with this file. */
  readonly starts: number;
  /** Signs the links to files. */
  readonly fileSecret: string;
}

/**
 * Goes on where the file says that another simulator ended, or begins anew: accounts as they were, cut-off work resumed.
 * Returns the secret that signs links to files: links that were handed out stay good.
 */
export async function restore(world: RestoreWorld, fileSecret: string): Promise<string> {
  const { store, registry, requestIds } = world;
  const kept = (await store.read('simulator', 'self'))?.value as KeptSimulator | undefined;
  const simulator = { starts: (kept?.starts ?? 0) + 1, fileSecret: kept?.fileSecret ?? fileSecret };
  await store.save([{ kind: 'simulator', id: 'self', account: '', value: simulator }]);
  // Each start draws other ids: those that the last one had drawn are not known.
  const seed = simulator.starts === 1 ? world.seed : `${world.seed}/start-${simulator.starts}`;
  registry.reseed(seed);
  requestIds.reseed(`${seed}/requests`);
  await settleKeys(store);
  const restored = await restoreAccounts(store, registry);
  await openDefaultKey(world);
  await resumeWork(world, restored);
  return simulator.fileSecret;
}

/** Goes on with one account that another simulator had: restores it, and resumes its work. */
export async function restoreAccount(world: RestoreWorld, account: string): Promise<void> {
  const { store, registry } = world;
  await settleKeys(store, account);
  await resumeWork(world, await restoreAccounts(store, registry, account), account);
}

/** The default key opens the oldest account. */
export async function openDefaultKey({ registry, persistence, defaultKey, creditUsd }: RestoreWorld): Promise<void> {
  if (registry.holderOf(defaultKey) !== undefined) return;
  const [oldest] = registry.accounts();
  const account = oldest ?? registry.createAccount(creditUsd);
  registry.createKey(account, {}, defaultKey);
  await persistence.keepSettings(account);
}
