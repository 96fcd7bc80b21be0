import type { Server } from 'node:http';
import type { Clock, Timer } from '@gateproof/upstreams';
import type { IdGenerator } from '../ids/id-generator.ts';
import { openDefaultKey, type RestoreWorld, restoreAccount } from '../persistence/restore.ts';
import { type AccountName, AccountOwners, type Peer } from '../store/account-owners.ts';
import type { PostgresSession } from '../store/postgres-session.ts';
import { PostgresStore } from '../store/postgres-store.ts';
import type { Registry } from '../tenants/registry.ts';
import { KnownOwners } from './known-owners.ts';
import { PeerAgent } from './peer-agent.ts';
import { PeerListener } from './peer-listener.ts';

export interface ReplicaOptions {
  /** `postgres://…`. */
  readonly data: string;
  /** Name or address under which other replicas reach this machine. */
  readonly host: string;
  readonly seed: string;
  readonly clock: Clock;
  readonly registry: Registry;
  /** Draws the request ids. */
  readonly requestIds: IdGenerator;
  readonly onTrouble: ((line: string) => void) | undefined;
}

/** What all replicas of a database share. */
interface Shared {
  /** Signs the links to files. */
  readonly fileSecret: string;
}

const sweepEveryMs = 500;
const mostAtOnce = 10;
const loopback = /^(localhost|127\.\d+\.\d+\.\d+)$/;

/**
 * One simulator of several that share a database. Each account lives in the memory of one of them, its owner; the others pass requests for it on. When the
 * owner is gone, another one restores the account from its rows and goes on with its jobs and deliveries.
 */
export class Replica {
  readonly store: PostgresStore;
  readonly agent = new PeerAgent(() => this.#session?.peerSecret ?? '');
  readonly #options: ReplicaOptions;
  readonly #owners: AccountOwners;
  readonly #known = new KnownOwners();
  /** Accounts that are being restored. */
  readonly #restoring = new Map<string, Promise<void>>();
  #session: PostgresSession | undefined;
  #world: RestoreWorld | undefined;
  #listener: PeerListener | undefined;
  #address = '';
  #sweep: Timer | undefined;
  #isClosed = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.store = new PostgresStore(options.data, {
      onTrouble: options.onTrouble,
      address: () => this.#address,
      onOpen: (session) => this.#begin(session),
      onLost: () => this.#dropAccounts(),
    });
    this.#owners = new AccountOwners(this.store.database);
  }

  /** Joins the others. Returns the secret that signs links to files, the same for all. Rejects with `DataFileError`. */
  async join(world: RestoreWorld, http: Server, fileSecret: string): Promise<string> {
    const { host } = this.#options;
    this.#listener = new PeerListener(
      http,
      () => this.#session && { secret: this.#session.peerSecret, replica: this.#session.replica },
    );
    const port = await this.#listener.listen(loopback.test(host) ? '127.0.0.1' : '::');
    this.#address = `${host}:${port}`;
    const shared = await this.store.database.alone(async () => {
      const mine: Shared = { fileSecret };
      const kept = await this.store.claim({ kind: 'simulator', id: 'shared', account: '', value: mine }, 0);
      if ((await this.#owners.find({ secret: world.defaultKey })) === undefined) await openDefaultKey(world);
      return (kept?.value ?? mine) as Shared;
    });
    this.#world = world;
    this.#planSweep();
    return shared.fileSecret;
  }

  /**
   * Where a request for an account is answered: undefined: here, at once. A promise: once the account has been looked up, and restored where its owner is
   * gone; undefined again: here, whether there is such an account or not.
   */
  placeOf(name: AccountName): Promise<Peer | undefined> | undefined {
    const { registry } = this.#options;
    const account = 'account' in name ? registry.account(name.account) : registry.holderOf(name.secret)?.account;
    if (account !== undefined) return this.#restoring.get(account.id)?.then(() => undefined);
    const known = this.#known.of(name);
    return known === undefined ? this.#lookUp(name) : Promise.resolve(known);
  }

  /** A replica could not be reached: what was known of it is looked up again. */
  dropPeer(peer: Peer): void {
    this.#known.drop(peer);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#sweep?.cancel();
    this.agent.destroy();
    await Promise.all([this.store.close(), this.#listener?.close()]);
  }

  async #lookUp(name: AccountName): Promise<Peer | undefined> {
    const found = await this.#owners.find(name);
    if (found === undefined) return undefined;
    const { account, owner } = found;
    if (typeof owner === 'object') {
      this.#known.note(name, owner);
      return owner;
    }
    if (owner === 'this' || (await this.#owners.take(account))) await this.#restore(account);
    // Otherwise another replica has just been quicker.
    else return this.#lookUp(name);
    return undefined;
  }

  /** Restores an account of this replica's that is not in memory. */
  #restore(account: string): Promise<void> {
    const { registry } = this.#options;
    const running = this.#restoring.get(account);
    if (running !== undefined || registry.account(account) !== undefined || this.#world === undefined)
      return running ?? Promise.resolve();
    const restored = restoreAccount(this.#world, account)
      .catch((thrown) => {
        // Half an account would lose what the other half has waiting.
        const half = registry.account(account);
        if (half !== undefined) registry.removeAccount(half);
        throw thrown;
      })
      .finally(() => this.#restoring.delete(account));
    this.#restoring.set(account, restored);
    return restored;
  }

  #planSweep(): void {
    if (this.#isClosed) return;
    this.#sweep = this.#options.clock.setTimer(sweepEveryMs, () => {
      this.#takeWork()
        // The store has reported it, and it is tried again.
        .catch(() => undefined)
        .finally(() => this.#planSweep());
    });
  }

  /** Takes over, a few at a time so that others get some too, the accounts of lost replicas in which something waits. */
  async #takeWork(): Promise<void> {
    const accounts = await this.#owners.takeWork(mostAtOnce);
    await Promise.all(accounts.map((account) => this.#restore(account)));
    if (accounts.length === 0) await this.#owners.tidy();
  }

  /** Each session draws ids of its own: those that another one has drawn are not known. */
  #begin(session: PostgresSession): void {
    this.#session = session;
    const seed = `${this.#options.seed}/replica-${session.replica}`;
    this.#options.registry.reseed(seed);
    this.#options.requestIds.reseed(`${seed}/requests`);
  }

  /** Without its session, what this replica holds may be another's already. */
  #dropAccounts(): void {
    this.#session = undefined;
    this.#known.clear();
    const { registry } = this.#options;
    for (const account of [...registry.accounts()]) registry.removeAccount(account);
  }
}
