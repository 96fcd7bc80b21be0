import { AccountClock } from '../clock/account-clock.ts';
import type { Clock } from '../clock/clock.ts';
import { IdGenerator } from '../ids/id-generator.ts';
import type { Account } from './account.ts';
import type { ApiKey, KeyRestrictions } from './api-key.ts';
import type { Model } from './model.ts';

/** A key with the account that it opens. */
export interface KeyHolder {
  readonly account: Account;
  readonly key: ApiKey;
}

/** All accounts of a simulator, and which account a key opens. */
export class Registry {
  readonly #accounts = new Map<string, Account>();
  readonly #bySecret = new Map<string, KeyHolder>();
  readonly #clock: Clock;
  #seed: string;
  readonly #models: readonly Model[];
  #made = 0;

  /** Every account starts with `models`. */
  constructor(options: { readonly clock: Clock; readonly seed: string; readonly models: readonly Model[] }) {
    this.#clock = options.clock;
    this.#seed = options.seed;
    this.#models = options.models;
  }

  /** The ids of what is made from now on follow from this seed. */
  reseed(seed: string): void {
    this.#seed = seed;
  }

  createAccount(creditUsd: number): Account {
    this.#made += 1;
    const ids = new IdGenerator(`${this.#seed}/${this.#made}`);
    return this.#add({ id: ids.next('acc_'), ids, creditUsd, offsetMs: 0 });
  }

  /** An account that was made earlier, without its keys. `offsetMs`: how far its clock is ahead of the machine's. */
  restoreAccount(kept: { readonly id: string; readonly creditUsd: number; readonly offsetMs: number }): Account {
    return this.#add({ ...kept, ids: new IdGenerator(`${this.#seed}/${kept.id}`) });
  }

  #add(made: {
    readonly id: string;
    readonly ids: IdGenerator;
    readonly creditUsd: number;
    readonly offsetMs: number;
  }): Account {
    const { id, ids, creditUsd, offsetMs } = made;
    const account: Account = {
      id,
      clock: new AccountClock({ real: this.#clock, offsetMs }),
      ids,
      keys: new Map(),
      models: new Map(this.#models.map((model) => [model.id, model])),
      creditUsd,
      rateLimit: null,
      recentRequests: [],
      trouble: { staleConfiguration: false, internalFailure: false },
      generations: [],
      jobs: new Map(),
      webhooks: new Map(),
      deliveries: new Map(),
    };
    this.#accounts.set(account.id, account);
    return account;
  }

  /** A new key of an account. `secret` is drawn unless it is given. */
  createKey(account: Account, restrictions: KeyRestrictions, secret = account.ids.next('sk-')): ApiKey {
    const key: ApiKey = { id: account.ids.next('key_'), secret, restrictions, deleted: false, spentUsd: new Map() };
    this.addKey(account, key);
    return key;
  }

  /** Lets a key open an account. */
  addKey(account: Account, key: ApiKey): void {
    account.keys.set(key.id, key);
    this.#bySecret.set(key.secret, { account, key });
  }

  account(id: string): Account | undefined {
    return this.#accounts.get(id);
  }

  accounts(): Iterable<Account> {
    return this.#accounts.values();
  }

  removeAccount(account: Account): void {
    account.clock.stop();
    for (const job of account.jobs.values()) job.abort.abort();
    this.#accounts.delete(account.id);
    for (const key of account.keys.values()) this.#bySecret.delete(key.secret);
  }

  holderOf(secret: string): KeyHolder | undefined {
    return this.#bySecret.get(secret);
  }

  /** All holders, in the order in which their keys were made. */
  holders(): Iterable<KeyHolder> {
    return this.#bySecret.values();
  }

  /** The holder of the oldest key. */
  firstHolder(): KeyHolder | undefined {
    return this.#bySecret.values().next().value;
  }

  close(): void {
    for (const account of this.#accounts.values()) account.clock.stop();
  }
}
