import type { Delivery } from '../domain/webhooks/delivery.ts';
import type { ApiKey } from '../records/api-key.ts';
import type { Generation } from '../records/generation.ts';
import type { Job } from '../records/job.ts';
import type { Row, Store } from '../store/store.ts';
import type { Account } from '../tenants/account.ts';
import { balanceRow, secretRows, settingsRow, spendingRow } from './account-rows.ts';
import { deliveryRow } from './delivery-rows.ts';
import { generationRow, jobRow } from './job-rows.ts';

/** Records of one account that are kept together. */
export interface Records {
  readonly jobs?: readonly Job[];
  readonly generations?: readonly Generation[];
  /** Keys that have spent. */
  readonly keys?: readonly ApiKey[];
  readonly deliveries?: readonly Delivery[];
}

/** Keeps the records of accounts at the moments from which on they must outlive the process. */
export class Persistence {
  readonly #store: Store;
  readonly #isPresent: (account: Account) => boolean;
  /** What has ended in this turn, and will be made rows of together. */
  readonly #ended = new Map<Account, { readonly generations: Generation[]; readonly keys: Set<ApiKey> }>();

  /** `isPresent`: whether an account still exists; what comes late for one that does not is dropped. */
  constructor(store: Store, isPresent: (account: Account) => boolean) {
    this.#store = store;
    this.#isPresent = isPresent;
  }

  /** The rows of records as they are now, with the account's balance and clock. */
  rows(account: Account, { jobs = [], generations = [], keys = [], deliveries = [] }: Records): readonly Row[] {
    // What ends from now on is written behind these rows: its balance is newer.
    this.#ended.delete(account);
    if (!this.#store.outlivesProcess || !this.#isPresent(account)) return [];
    return [
      balanceRow(account),
      ...keys.map((key) => spendingRow(account, key)),
      ...generations.map((generation) => generationRow(account, generation)),
      ...jobs.map((job) => jobRow(account, job)),
      ...deliveries.map((delivery) => deliveryRow(account, delivery)),
    ];
  }

  /** Resolves once the records are kept. */
  keep(account: Account, records: Records): Promise<void> {
    return this.save(this.rows(account, records));
  }

  /** Resolves once the rows are kept. */
  async save(rows: readonly Row[]): Promise<void> {
    if (rows.length > 0) await this.#store.save(rows);
  }

  /** Hands the records in for nobody who waits, and so not for the disk; a store that can't keep them has said so itself. */
  keepUnwatched(account: Account, records: Records): void {
    const rows = this.rows(account, records);
    if (rows.length > 0) this.#store.handIn(() => rows);
  }

  /** The same for a generation that has ended and the key that it was charged to: the rows are made once for all of one turn, as they are then. */
  keepEnded(account: Account, generation: Generation, key: ApiKey): void {
    if (!this.#store.outlivesProcess) return;
    const present = this.#ended.get(account);
    present?.generations.push(generation);
    present?.keys.add(key);
    if (present !== undefined) return;
    const ended = { generations: [generation], keys: new Set([key]) };
    this.#ended.set(account, ended);
    this.#store.handIn(() => this.rows(account, { generations: ended.generations, keys: [...ended.keys] }));
  }

  /** Keeps what the testbed arranged for an account, its balance and its clock. */
  async keepSettings(account: Account): Promise<void> {
    if (this.#store.outlivesProcess && this.#isPresent(account)) await this.#store.save(this.#settings(account));
  }

  /** Drops everything that was kept for an account. */
  forget(account: Account): Promise<void> {
    return this.#store.forget(account.id);
  }

  /** Drops everything that was kept for an account and keeps the settings of the one in its place, both or neither. */
  replace(old: Account, fresh: Account): Promise<void> {
    const rows = this.#store.outlivesProcess && this.#isPresent(fresh) ? this.#settings(fresh) : [];
    return this.#store.forget(old.id, rows);
  }

  /** Resolves once all that was handed in before is kept: an answer that is sent then can be relied upon. */
  written(): Promise<void> {
    return this.#store.save([]);
  }

  #settings(account: Account): readonly Row[] {
    this.#ended.delete(account);
    const secrets = this.#store.isShared ? secretRows(account) : [];
    return [settingsRow(account), balanceRow(account), ...secrets];
  }
}
