import type { Change, Row, RowKind, Store } from './store.ts';

/** Keeps rows as long as the process lives. Values are kept as they are, so nobody may change them afterwards. */
export class MemoryStore implements Store {
  readonly outlivesProcess: boolean = false;
  readonly isShared = false;
  readonly #kinds = new Map<RowKind, Map<string, Row>>();
  /** The same rows by their accounts, so that those of one are found without looking at all. */
  readonly #accounts = new Map<string, Set<Row>>();

  async claim(row: Row, nowMs: number): Promise<Row | undefined> {
    const present = this.#rows(row.kind).get(row.id);
    if (present !== undefined && (present.dueAtMs ?? Number.POSITIVE_INFINITY) > nowMs) return present;
    if (present !== undefined) this.#remove(present);
    this.#put(row);
    return undefined;
  }

  async save(changes: readonly Change[]): Promise<void> {
    for (const change of changes) {
      if ('removed' in change) this.#remove(change);
      else this.#put(change);
    }
  }

  handIn(changes: () => readonly Change[]): void {
    void this.save(changes());
  }

  async read(kind: RowKind, id: string): Promise<Row | undefined> {
    return this.#rows(kind).get(id);
  }

  async list(kind: RowKind, account?: string): Promise<readonly Row[]> {
    return [...this.#rows(kind).values()].filter((row) => account === undefined || row.account === account);
  }

  async due(kind: RowKind, account?: string): Promise<readonly Row[]> {
    const timed = (await this.list(kind, account)).filter(({ dueAtMs }) => dueAtMs !== undefined);
    return timed.sort((one, other) => (one.dueAtMs ?? 0) - (other.dueAtMs ?? 0));
  }

  async expire(kind: RowKind, account: string, nowMs: number): Promise<void> {
    for (const row of this.#accounts.get(account) ?? []) {
      if (row.kind === kind && row.dueAtMs !== undefined && row.dueAtMs <= nowMs) this.#remove(row);
    }
  }

  async forget(account: string, rows: readonly Row[] = []): Promise<void> {
    for (const row of this.#accounts.get(account) ?? []) this.#rows(row.kind).delete(row.id);
    this.#accounts.delete(account);
    for (const row of rows) this.#put(row);
  }

  async close(): Promise<void> {
    this.#kinds.clear();
    this.#accounts.clear();
  }

  #put(row: Row): void {
    const rows = this.#rows(row.kind);
    const present = rows.get(row.id);
    if (present !== undefined) this.#accounts.get(present.account)?.delete(present);
    rows.set(row.id, row);
    const owned = this.#accounts.get(row.account) ?? new Set<Row>();
    this.#accounts.set(row.account, owned.add(row));
  }

  #remove({ kind, id }: Pick<Row, 'kind' | 'id'>): void {
    const rows = this.#rows(kind);
    const present = rows.get(id);
    if (present === undefined) return;
    rows.delete(id);
    this.#accounts.get(present.account)?.delete(present);
  }

  #rows(kind: RowKind): Map<string, Row> {
    const present = this.#kinds.get(kind) ?? new Map<string, Row>();
    this.#kinds.set(kind, present);
    return present;
  }
}
