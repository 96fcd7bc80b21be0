import type { Change, Row, RowKind, Store } from './store.ts';

/** Keeps rows as long as the process lives. Values are kept as they are, so nobody may change them afterwards. */
export class MemoryStore implements Store {
  readonly outlivesProcess = false;
  readonly #kinds = new Map<RowKind, Map<string, Row>>();

  async claim(row: Row, nowMs: number): Promise<Row | undefined> {
    const rows = this.#rows(row.kind);
    const present = rows.get(row.id);
    if (present !== undefined && (present.dueAtMs ?? Number.POSITIVE_INFINITY) > nowMs) return present;
    rows.set(row.id, row);
    return undefined;
  }

  async save(changes: readonly Change[]): Promise<void> {
    for (const change of changes) {
      const rows = this.#rows(change.kind);
      if ('removed' in change) rows.delete(change.id);
      else rows.set(change.id, change);
    }
  }

  async read(kind: RowKind, id: string): Promise<Row | undefined> {
    return this.#rows(kind).get(id);
  }

  async list(kind: RowKind): Promise<readonly Row[]> {
    return [...this.#rows(kind).values()];
  }

  async due(kind: RowKind): Promise<readonly Row[]> {
    const timed = [...this.#rows(kind).values()].filter(({ dueAtMs }) => dueAtMs !== undefined);
    return timed.sort((one, other) => (one.dueAtMs ?? 0) - (other.dueAtMs ?? 0));
  }

  async forget(account: string): Promise<void> {
    for (const rows of this.#kinds.values()) {
      for (const row of rows.values()) if (row.account === account) rows.delete(row.id);
    }
  }

  async close(): Promise<void> {
    this.#kinds.clear();
  }

  #rows(kind: RowKind): Map<string, Row> {
    const present = this.#kinds.get(kind) ?? new Map<string, Row>();
    this.#kinds.set(kind, present);
    return present;
  }
}
