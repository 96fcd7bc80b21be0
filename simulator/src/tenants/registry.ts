import { AccountClock } from '../clock/account-clock.ts';
import type { Clock } from '../clock/clock.ts';
import { IdGenerator } from '../ids/id-generator.ts';
import type { Account } from './account.ts';
import type { ApiKey, KeyRestrictions } from './api-key.ts';
import type { Model } from './model.ts';
import { Workbench } from './workbench.ts';

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
  readonly #seed: string;
  readonly #models: readonly Model[];
  #made = 0;

  /** Every account starts with `models`. */
  constructor(options: { readonly clock: Clock; readonly seed: string; readonly models: readonly Model[] }) {
    this.#clock = options.clock;
    this.#seed = options.seed;
    this.#models = options.models;
  }

  createAccount(creditUsd: number): Account {
    this.#made += 1;
    const seed = `${this.#seed}/${this.#made}`;
    const ids = new IdGenerator(seed);
    const clock = new AccountClock({ real: this.#clock });
    const account: Account = {
      id: ids.next('acc_'),
      seed,
      clock,
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
      workbench: new Workbench(seed, clock),
    };
    this.#accounts.set(account.id, account);
    return account;
  }

  /** A new key of an account. `secret` is drawn unless it is given. */
  createKey(account: Account, restrictions: KeyRestrictions, secret = account.ids.next('sk-')): ApiKey {
    const key: ApiKey = { id: account.ids.next('key_'), secret, restrictions, deleted: false, spentUsd: new Map() };
    account.keys.set(key.id, key);
    this.#bySecret.set(secret, { account, key });
    return key;
  }

  account(id: string): Account | undefined {
    return this.#accounts.get(id);
  }

  accounts(): Iterable<Account> {
    return this.#accounts.values();
  }

  removeAccount(account: Account): void {
    account.clock.stop();
    account.workbench.close();
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
