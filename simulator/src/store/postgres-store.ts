import { DataFileError } from './data-file-error.ts';
import { PostgresDatabase, type PostgresOptions, type Sql } from './postgres-database.ts';
import { readValue, writeValue } from './row-text.ts';
import type { Change, Row, RowKind, Store } from './store.ts';

interface StoredRow {
  readonly kind: RowKind;
  readonly id: string;
  readonly account: string;
  readonly due_at_ms: number | null;
  readonly value: string;
}

/** A change with its value as text, written out when it was handed in. */
interface WrittenRow extends Omit<Row, 'value'> {
  readonly text: string;
}

type WrittenChange = WrittenRow | Exclude<Change, Row>;

const fields = 'kind, id, account, due_at_ms, value';
const replaced = 'account = excluded.account, due_at_ms = excluded.due_at_ms, value = excluded.value';

/**
 * Keeps rows in PostgreSQL, with other replicas. An account's rows are written by the replica that owns it; a new account belongs to the one that first
 * writes to it.
 */
export class PostgresStore implements Store {
  readonly outlivesProcess = true;
  readonly isShared = true;
  readonly database: PostgresDatabase;
  /** Accounts that are this replica's, as long as its session lasts. */
  readonly #own = new Set<string>();
  /** Changes that wait to be saved together; undefined when what was handed in last is something else. */
  #gathered: WrittenChange[] | undefined;
  #saved: Promise<void> = Promise.resolve();

  /** @throws DataFileError when the URL is none */
  constructor(url: string, options: PostgresOptions = {}) {
    if (!URL.canParse(url))
      throw new DataFileError('the database must be a URL such as postgres://user@host:5432/name');
    this.database = new PostgresDatabase(new URL(url), {
      ...options,
      onLost: () => {
        this.#own.clear();
        options.onLost?.();
      },
    });
  }

  claim(row: Row, nowMs: number): Promise<Row | undefined> {
    const written = writtenRow(row);
    return this.#owning(
      () => [row.account],
      async (sql) => {
        const [taken] = await sql(
          `INSERT INTO rows (${fields}) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (kind, id) DO UPDATE SET ${replaced}
         WHERE rows.due_at_ms <= $6 RETURNING id`,
          [row.kind, row.id, row.account, dueOf(row), written.text, nowMs],
        );
        return taken === undefined ? this.#find(sql, row.kind, row.id) : undefined;
      },
    );
  }

  save(changes: readonly Change[]): Promise<void> {
    const written = changes.map((change) => ('removed' in change ? change : writtenRow(change)));
    if (this.#gathered === undefined) {
      const gathered: WrittenChange[] = [];
      const close = () => {
        if (this.#gathered === gathered) this.#gathered = undefined;
      };
      const accounts = () => {
        close();
        return gathered.flatMap((change) => ('removed' in change ? [] : change.account));
      };
      this.#saved = this.#owning(accounts, (sql) => write(sql, gathered));
      this.#saved.catch(close);
      this.#gathered = gathered;
    }
    this.#gathered.push(...written);
    return this.#saved;
  }

  handIn(changes: () => readonly Change[]): void {
    this.save(changes()).catch(() => undefined);
  }

  read(kind: RowKind, id: string): Promise<Row | undefined> {
    return this.#do((sql) => this.#find(sql, kind, id));
  }

  list(kind: RowKind, account?: string): Promise<readonly Row[]> {
    return this.#select(`kind = $1 AND account = coalesce($2, account) ORDER BY place`, [kind, account]);
  }

  due(kind: RowKind, account?: string): Promise<readonly Row[]> {
    const where = 'kind = $1 AND account = coalesce($2, account) AND due_at_ms IS NOT NULL';
    return this.#select(`${where} ORDER BY due_at_ms, place`, [kind, account]);
  }

  expire(kind: RowKind, account: string, nowMs: number): Promise<void> {
    return this.#do(async (sql) => {
      await sql('DELETE FROM rows WHERE kind = $1 AND account = $2 AND due_at_ms <= $3', [kind, account, nowMs]);
    });
  }

  forget(account: string, rows: readonly Row[] = []): Promise<void> {
    const written = rows.map(writtenRow);
    return this.#owning(
      () => [account],
      async (sql) => {
        await sql('DELETE FROM rows WHERE account = $1', [account]);
        if (written.length > 0) return write(sql, written);
        this.#own.delete(account);
        await sql('DELETE FROM owners WHERE account = $1', [account]);
      },
    );
  }

  close(): Promise<void> {
    return this.database.close();
  }

  #do<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    this.#gathered = undefined;
    return this.database.do(work);
  }

  /** Does something with accounts of this replica's, and takes those that nobody owns. Rejects when another replica owns one. */
  async #owning<T>(accountsOf: () => readonly string[], work: (sql: Sql) => Promise<T>): Promise<T> {
    this.#gathered = undefined;
    const taken: string[] = [];
    const result = await this.database.do(async (sql, { replica }) => {
      const fresh = new Set(accountsOf().filter((account) => account !== '' && !this.#own.has(account)));
      if (fresh.size > 0) await own(sql, replica, [...fresh]);
      taken.push(...fresh);
      return work(sql);
    });
    // Once that is on the disk, and not before.
    for (const account of taken) this.#own.add(account);
    return result;
  }

  #select(where: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return this.#do(async (sql) =>
      (await sql<StoredRow>(`SELECT ${fields} FROM rows WHERE ${where}`, values)).map(rowOf),
    );
  }

  async #find(sql: Sql, kind: RowKind, id: string): Promise<Row | undefined> {
    const [stored] = await sql<StoredRow>(`SELECT ${fields} FROM rows WHERE kind = $1 AND id = $2`, [kind, id]);
    return stored && rowOf(stored);
  }
}

function writtenRow({ value, ...row }: Row): WrittenRow {
  return { ...row, text: writeValue(value) };
}

function dueOf({ dueAtMs }: Pick<Row, 'dueAtMs'>): number | null {
  return dueAtMs !== undefined && Number.isFinite(dueAtMs) ? dueAtMs : null;
}

function rowOf({ kind, id, account, due_at_ms: dueAtMs, value }: StoredRow): Row {
  try {
    return { kind, id, account, value: readValue(value), ...(dueAtMs === null ? {} : { dueAtMs }) };
  } catch (thrown) {
    const message = `the database can not be used: its record ${kind} ${id} is damaged; restore it from a copy, or name another schema`;
    throw new DataFileError(message, { cause: thrown });
  }
}

async function own(sql: Sql, replica: number, accounts: readonly string[]): Promise<void> {
  const taken = await sql(
    `INSERT INTO owners (account, replica) SELECT unnest($1::text[]), $2
     ON CONFLICT (account) DO UPDATE SET replica = excluded.replica WHERE owners.replica = excluded.replica RETURNING account`,
    [accounts, replica],
  );
  if (taken.length < accounts.length) {
    throw new DataFileError(`another replica owns one of the accounts ${accounts.join(', ')}; nothing was written`);
  }
}

/** Makes all changes in two statements; of several of one record, the last one counts. */
async function write(sql: Sql, changes: readonly WrittenChange[]): Promise<void> {
  const kept = new Map<string, WrittenRow>();
  const removed: Exclude<Change, Row>[] = [];
  for (const change of changes) {
    const name = `${change.kind} ${change.id}`;
    if ('removed' in change) {
      removed.push(change);
      kept.delete(name);
    } else kept.set(name, change);
  }
  if (removed.length > 0) {
    await sql(
      `DELETE FROM rows USING unnest($1::text[], $2::text[]) AS gone (kind, id)
       WHERE rows.kind = gone.kind AND rows.id = gone.id`,
      [removed.map(({ kind }) => kind), removed.map(({ id }) => id)],
    );
  }
  const rows = [...kept.values()];
  if (rows.length === 0) return;
  await sql(
    `INSERT INTO rows (${fields})
     SELECT ${fields} FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::text[])
       WITH ORDINALITY AS new (${fields}, number) ORDER BY number
     ON CONFLICT (kind, id) DO UPDATE SET ${replaced}`,
    [
      rows.map(({ kind }) => kind),
      rows.map(({ id }) => id),
      rows.map(({ account }) => account),
      rows.map(dueOf),
      rows.map(({ text }) => text),
    ],
  );
}
