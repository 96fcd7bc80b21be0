import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DataFileError, dataFileError } from './data-file-error.ts';
import { openDatabase } from './open-database.ts';
import { readValue, writeValue } from './row-text.ts';
import type { Change, Row, RowKind, Store } from './store.ts';

/** What a transaction outlives: a loss of power as well, for which it waits for the disk, or the end of the process alone. */
type Endurance = 'power-loss' | 'process-end';

interface Task {
  readonly endurance: Endurance;
  /** Runs inside the transaction that it shares with the others of its turn. */
  run(): void;
  /** Called once that transaction is on the disk. */
  done(): void;
  failed(thrown: unknown): void;
}

/** Everything has a default. */
export interface SqliteStoreOptions {
  /** Called with one line when a write fails, and not again until one has succeeded. Default: nobody is informed. */
  readonly onTrouble?: ((line: string) => void) | undefined;
  /** Default: `openDatabase`. */
  readonly open?: (file: string) => DatabaseSync;
}

interface StoredRow {
  readonly id: string;
  readonly account: string;
  readonly due_at_ms: number | null;
  readonly value: string;
}

/** What SQLite does for it at the end of a transaction: `NORMAL` hands the log to the system, `FULL` waits until the disk has all of it. */
const synchronous: Readonly<Record<Endurance, 'FULL' | 'NORMAL'>> = { 'power-loss': 'FULL', 'process-end': 'NORMAL' };

/**
 * Keeps rows in an SQLite file. Everything that is asked for in one turn of the event loop shares a transaction, so that
 * many at once cost one write to the disk; it waits for the disk if any of them does.
 */
export class SqliteStore implements Store {
  readonly outlivesProcess = true;
  readonly isShared = false;
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #onTrouble: (line: string) => void;
  #endurance: Endurance = 'power-loss';
  #isInTrouble = false;
  #tasks: Task[] = [];
  #isClosed = false;

  /** @throws DataFileError when the file can't be used */
  constructor(file: string, { onTrouble = () => undefined, open = openDatabase }: SqliteStoreOptions = {}) {
    this.#onTrouble = onTrouble;
    this.#file = file;
    this.#database = open(file);
    this.#statements = prepare(this.#database);
  }

  claim(row: Row, nowMs: number): Promise<Row | undefined> {
    const value = writeValue(row.value);
    return this.#do(() => {
      const present = this.#find(row.kind, row.id);
      if (present !== undefined && (present.dueAtMs ?? Number.POSITIVE_INFINITY) > nowMs) return present;
      this.#put(row, value);
      return undefined;
    });
  }

  save(changes: readonly Change[]): Promise<void> {
    // Written out now: what belongs to these values may change before the turn is over.
    const texts = changes.map(textOf);
    return this.#do(() => this.#write(changes, texts));
  }

  handIn(changes: () => readonly Change[]): void {
    const write = () => {
      const given = changes();
      this.#write(given, given.map(textOf));
    };
    this.#do(write, 'process-end').catch(() => undefined);
  }

  read(kind: RowKind, id: string): Promise<Row | undefined> {
    return this.#do(() => this.#find(kind, id));
  }

  list(kind: RowKind, account?: string): Promise<readonly Row[]> {
    return this.#do(() => this.#rows(this.#statements.list, kind, account));
  }

  due(kind: RowKind, account?: string): Promise<readonly Row[]> {
    return this.#do(() => this.#rows(this.#statements.due, kind, account));
  }

  expire(kind: RowKind, account: string, nowMs: number): Promise<void> {
    return this.#do(() => {
      this.#statements.expire.run(kind, account, nowMs);
    });
  }

  forget(account: string, rows: readonly Row[] = []): Promise<void> {
    const texts = rows.map(({ value }) => writeValue(value));
    return this.#do(() => {
      this.#statements.forget.run(account);
      for (const [place, row] of rows.entries()) this.#put(row, texts[place] ?? '');
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#commit();
    this.#isClosed = true;
    this.#database.close();
  }

  #do<T>(work: () => T, endurance: Endurance = 'power-loss'): Promise<T> {
    if (this.#isClosed) return Promise.reject(new DataFileError(`the data file ${this.#file} is closed`));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let result: { readonly value: T } | undefined;
    this.#tasks.push({
      endurance,
      run: () => {
        result = { value: work() };
      },
      done: () => {
        if (result !== undefined) resolve(result.value);
      },
      failed: (thrown) => reject(dataFileError(this.#file, thrown)),
    });
    if (this.#tasks.length === 1) setImmediate(() => this.#commit());
    return promise;
  }

  #commit(): void {
    const tasks = this.#tasks;
    if (tasks.length === 0) return;
    this.#tasks = [];
    try {
      this.#endure(tasks.some(({ endurance }) => endurance === 'power-loss') ? 'power-loss' : 'process-end');
      this.#statements.begin.run();
      for (const task of tasks) task.run();
      this.#statements.commit.run();
    } catch (thrown) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      for (const task of tasks) task.failed(thrown);
      if (!this.#isInTrouble) this.#onTrouble(dataFileError(this.#file, thrown).message);
      this.#isInTrouble = true;
      return;
    }
    this.#isInTrouble = false;
    for (const task of tasks) task.done();
  }

  /** Sets what the transactions from now on outlive. */
  #endure(endurance: Endurance): void {
    if (endurance === this.#endurance) return;
    this.#database.exec(`PRAGMA synchronous = ${synchronous[endurance]}`);
    this.#endurance = endurance;
  }

  #write(changes: readonly Change[], texts: readonly string[]): void {
    for (const [place, change] of changes.entries()) {
      if ('removed' in change) this.#statements.remove.run(change.kind, change.id);
      else this.#put(change, texts[place] ?? '');
    }
  }

  #put({ kind, id, account, dueAtMs }: Row, value: string): void {
    const due = dueAtMs !== undefined && Number.isFinite(dueAtMs) ? dueAtMs : null;
    this.#statements.put.run(kind, id, account, due, value);
  }

  #find(kind: RowKind, id: string): Row | undefined {
    const stored = this.#statements.find.get(kind, id);
    return stored === undefined ? undefined : this.#row(kind, stored as unknown as StoredRow);
  }

  #rows(statement: StatementSync, kind: RowKind, account: string | undefined): readonly Row[] {
    return (statement.all(kind, account ?? null) as unknown as StoredRow[]).map((stored) => this.#row(kind, stored));
  }

  #row(kind: RowKind, { id, account, due_at_ms: dueAtMs, value }: StoredRow): Row {
    try {
      return { kind, id, account, value: readValue(value), ...(dueAtMs === null ? {} : { dueAtMs }) };
    } catch (thrown) {
      const message = `the data file ${this.#file} can not be used: its record ${kind} ${id} is damaged; restore it from a copy, or name another file`;
      throw new DataFileError(message, { cause: thrown });
    }
  }
}

/** A change's value as text; empty for a removal. */
function textOf(change: Change): string {
  return 'removed' in change ? '' : writeValue(change.value);
}

function prepare(database: DatabaseSync) {
  const fields = 'id, account, due_at_ms, value';
  const ofAccount = 'account = coalesce(?, account)';
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    put: database.prepare(
      `INSERT INTO rows (kind, id, account, due_at_ms, value) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (kind, id) DO UPDATE SET account = excluded.account, due_at_ms = excluded.due_at_ms, value = excluded.value`,
    ),
    remove: database.prepare('DELETE FROM rows WHERE kind = ? AND id = ?'),
    find: database.prepare(`SELECT ${fields} FROM rows WHERE kind = ? AND id = ?`),
    list: database.prepare(`SELECT ${fields} FROM rows WHERE kind = ? AND ${ofAccount} ORDER BY rowid`),
    due: database.prepare(
      `SELECT ${fields} FROM rows WHERE kind = ? AND ${ofAccount} AND due_at_ms IS NOT NULL ORDER BY due_at_ms, rowid`,
    ),
    expire: database.prepare('DELETE FROM rows WHERE kind = ? AND account = ? AND due_at_ms <= ?'),
    forget: database.prepare('DELETE FROM rows WHERE account = ?'),
  };
}
