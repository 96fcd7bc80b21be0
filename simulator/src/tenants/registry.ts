import type { Clock } from '@gateproof/upstreams';
import { AccountClock } from '../clock/account-clock.ts';
import { IdGenerator } from '../ids/id-generator.ts';
import { Journal } from '../journal/journal.ts';
import type { ApiKey, KeyRestrictions } from '../records/api-key.ts';
import type { Model } from '../records/model.ts';
import type { Replies } from '../replies/reply-rule.ts';
import type { Account } from './account.ts';
import { preparationOf, prepareAccount } from './prepare-account.ts';
import { setReplies } from './set-replies.ts';
import { Workbench } from './workbench.ts';

// A reason made once: making an abort's own, with its stack, takes longer than the rest of a removal.
const accountGone = new Error('The account was removed');

/** A key with the account that it opens. */
export interface KeyHolder {
  readonly account: Account;
  readonly key: ApiKey;
}

/** What an account is made with. */
export interface AccountMade extends Pick<Account, 'id' | 'seed' | 'epoch' | 'initialCreditUsd' | 'preparation'> {
  readonly creditUsd: number;
  /** How far its clock is ahead of the machine's. */
  readonly offsetMs: number;
}

export interface RegistryOptions {
  readonly clock: Clock;
  readonly seed: string;
  /** Every account starts with them. */
  readonly models: readonly Model[];
  /** Every account starts with them. */
  readonly replies?: Replies | undefined;
  /** Accounts of one seed draw different ids all the same, so that records of all of them can be kept together. Default false. */
  readonly idsNeverRepeat?: boolean;
}

/** All accounts of a simulator, and which account a key opens. */
export class Registry {
  /** Requests that no account's key came with. */
  readonly unauthenticatedRequests = new Journal();
  readonly #accounts = new Map<string, Account>();
  readonly #bySecret = new Map<string, KeyHolder>();
  readonly #clock: Clock;
  #seed: string;
  readonly #models: readonly Model[];
  readonly #replies: Replies | undefined;
  readonly #idsNeverRepeat: boolean;
  #made = 0;

  constructor({ clock, seed, models, replies, idsNeverRepeat = false }: RegistryOptions) {
    this.#clock = clock;
    this.#seed = seed;
    this.#models = models;
    this.#replies = replies;
    this.#idsNeverRepeat = idsNeverRepeat;
  }

  /** The ids of what is made from now on follow from this seed. */
  reseed(seed: string): void {
    this.#seed = seed;
  }

  /** `seed`: what its ids and replies follow from, its own id and its secrets apart. Default: one that no other account has. */
  createAccount(creditUsd: number, seed?: string): Account {
    const given = { creditUsd, initialCreditUsd: creditUsd, preparation: undefined, offsetMs: 0 };
    return this.restoreAccount({ ...this.#identity(seed), ...given });
  }

  /** A new account that is arranged like this one, with keys of its own in the same order. */
  forkAccount(account: Account, seed?: string): Account {
    const preparation = preparationOf(account);
    const { creditUsd, offsetMs } = preparation;
    const given = { creditUsd, initialCreditUsd: creditUsd, preparation, offsetMs };
    const fork = this.restoreAccount({ ...this.#identity(seed), ...given });
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
    const { id, seed, preparation, initialCreditUsd } = old;
    const given = { creditUsd: initialCreditUsd, initialCreditUsd, preparation, offsetMs: preparation?.offsetMs ?? 0 };
    const fresh = this.restoreAccount({ id, seed, epoch: old.epoch + 1, ...given });
    const kept = [...old.keys.values()].slice(0, preparation?.keys.length ?? 1);
    for (const [place, { secret, restrictions }] of kept.entries()) {
      this.createKey(fresh, restrictions, secret).deleted = preparation?.keys[place]?.deleted ?? false;
    }
    if (preparation !== undefined) prepareAccount(fresh, preparation);
    return fresh;
  }

  /** An account that was made before, by this simulator or another, without its keys and what is arranged for it. */
  restoreAccount({ offsetMs, ...made }: AccountMade): Account {
    const clock = new AccountClock({ real: this.#clock, offsetMs });
    const idSeed = this.#idsNeverRepeat ? `${this.#seed}/${made.id}/${made.epoch}` : made.seed;
    const account: Account = {
      ...made,
      ids: new IdGenerator(idSeed),
      clock,
      keys: new Map(),
      models: new Map(this.#models.map((model) => [model.id, model])),
      rateLimit: null,
      recentRequests: [],
      trouble: { staleConfiguration: false, internalFailure: false },
      generations: [],
      dropped: { generations: 0, chargedUsd: 0 },
      jobs: new Map(),
      webhooks: new Map(),
      deliveries: new Map(),
      workbench: new Workbench({ seed: made.seed, idSeed, clock, standardReplies: this.#replies }),
    };
    setReplies(account, this.#replies);
    this.#accounts.set(account.id, account);
    return account;
  }

  #identity(seed: string | undefined): Pick<Account, 'id' | 'seed' | 'epoch'> {
    this.#made += 1;
    const own = `${this.#seed}/${this.#made}`;
    return { id: new IdGenerator(`${own}/account`).next('acc_'), seed: seed ?? own, epoch: 0 };
  }

  /** A new key of an account. `secret` is drawn unless it is given. */
  createKey(account: Account, restrictions: KeyRestrictions, secret = this.#secretFor(account)): ApiKey {
    const key: ApiKey = { id: account.ids.next('key_'), secret, restrictions, deleted: false, spentUsd: new Map() };
    this.addKey(account, key);
    return key;
  }

  /** Lets a key open an account. */
  addKey(account: Account, key: ApiKey): void {
    account.keys.set(key.id, key);
    this.#bySecret.set(key.secret, { account, key });
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
    for (const job of account.jobs.values()) job.abort.abort(accountGone);
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
  close(): void {
    for (const account of this.#accounts.values()) account.clock.stop();
  }
}
