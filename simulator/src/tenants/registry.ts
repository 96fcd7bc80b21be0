import { AccountClock } from '../clock/account-clock.ts';
import type { Clock } from '../clock/clock.ts';
import { IdGenerator } from '../ids/id-generator.ts';
import { Journal } from '../journal/journal.ts';
import type { Account } from './account.ts';
import type { ApiKey, KeyRestrictions } from './api-key.ts';
import type { Model } from './model.ts';
import { preparationOf, prepareAccount } from './prepare-account.ts';
import { Workbench } from './workbench.ts';

/** A key with the account that it opens. */
export interface KeyHolder {
  readonly account: Account;
  readonly key: ApiKey;
}

interface AccountMade extends Pick<Account, 'id' | 'seed' | 'epoch' | 'ids' | 'creditUsd' | 'preparation'> {
  readonly offsetMs: number;
}

/** All accounts of a simulator, and which account a key opens. */
export class Registry {
  /** Requests that no account's key came with. */
  readonly strays = new Journal();
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

  /** `seed`: what its ids and replies follow from, its own id and its secrets apart. Default: one that no other account has. */
  createAccount(creditUsd: number, seed?: string): Account {
    return this.#add({ ...this.#identity(seed), epoch: 0, creditUsd, preparation: undefined, offsetMs: 0 });
  }

  /** A new account that is arranged like this one, with keys of its own in the same order. */
  forkAccount(account: Account, seed?: string): Account {
    const preparation = preparationOf(account);
    const { creditUsd, offsetMs } = preparation;
    const fork = this.#add({ ...this.#identity(seed), epoch: 0, creditUsd, preparation, offsetMs });
    for (const { restrictions, deleted } of preparation.keys) this.createKey(fork, restrictions).deleted = deleted;
    prepareAccount(fork, preparation);
    return fork;
  }

  /**
   * Ends the account and puts a fresh one in its place, with its id, its seed and the keys that it started with: whatever still runs in the old
   * one never reaches the new.
   */
  resetAccount(old: Account): Account {
    this.removeAccount(old);
    const { id, seed, preparation, initialCreditUsd: creditUsd } = old;
    const offsetMs = preparation?.offsetMs ?? 0;
    const fresh = this.#add({ id, seed, epoch: old.epoch + 1, ids: idsFrom(seed), creditUsd, preparation, offsetMs });
    const kept = [...old.keys.values()].slice(0, preparation?.keys.length ?? 1);
    for (const [place, { secret, restrictions }] of kept.entries()) {
      this.createKey(fresh, restrictions, secret).deleted = preparation?.keys[place]?.deleted ?? false;
    }
    if (preparation !== undefined) prepareAccount(fresh, preparation);
    return fresh;
  }

  #identity(seed: string | undefined): Pick<Account, 'id' | 'seed' | 'ids'> {
    this.#made += 1;
    const own = `${this.#seed}/${this.#made}`;
    return { id: new IdGenerator(own).next('acc_'), seed: seed ?? own, ids: idsFrom(seed ?? own) };
  }

  #add({ offsetMs, ...made }: AccountMade): Account {
    const clock = new AccountClock({ real: this.#clock, offsetMs });
    const account: Account = {
      ...made,
      initialCreditUsd: made.creditUsd,
      clock,
      keys: new Map(),
      models: new Map(this.#models.map((model) => [model.id, model])),
      rateLimit: null,
      recentRequests: [],
      trouble: { staleConfiguration: false, internalFailure: false },
      generations: [],
      jobs: new Map(),
      webhooks: new Map(),
      deliveries: new Map(),
      workbench: new Workbench(made.seed, clock),
    };
    this.#accounts.set(account.id, account);
    return account;
  }

  /** A new key of an account. `secret` is drawn unless it is given. */
  createKey(account: Account, restrictions: KeyRestrictions, secret = this.#secretFor(account)): ApiKey {
    const key: ApiKey = { id: account.ids.next('key_'), secret, restrictions, deleted: false, spentUsd: new Map() };
    account.keys.set(key.id, key);
    this.#bySecret.set(secret, { account, key });
    return key;
  }

  /** Never drawn from the account's seed: accounts of one seed must not share keys. */
  #secretFor({ id, keys }: Account): string {
    return new IdGenerator(`${this.#seed}/keys/${id}/${keys.size}`).next('sk-');
  }

  /** Real time, in ms since the epoch. */
  nowMs(): number {
    return this.#clock.now();
  }

  account(id: string): Account | undefined {
    return this.#accounts.get(id);
  }

  accounts(): Iterable<Account> {
    return this.#accounts.values();
  }

  removeAccount(account: Account): void {
    account.clock.stop();
    for (const endpoint of account.webhooks.values()) endpoint.isRemoved = true;
    for (const job of account.jobs.values()) job.abort.abort();
    this.#accounts.delete(account.id);
    for (const key of account.keys.values()) this.#bySecret.delete(key.secret);
    account.workbench.close();
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

/** The ids of an account's world; the first that is drawn is that of the account itself. */
function idsFrom(seed: string): IdGenerator {
  const ids = new IdGenerator(seed);
  ids.next('acc_');
  return ids;
}
