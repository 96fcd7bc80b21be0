import { DataFileError } from './data-file-error.ts';
import { postgresError, shownDatabase } from './postgres-error.ts';
import { openSession, type PostgresSession, type SessionOptions } from './postgres-session.ts';
import { leaveLock, takeLock } from './postgres-tables.ts';

/** Runs a statement inside a transaction and returns its rows. */
export type Sql = <R extends object>(text: string, values?: readonly unknown[]) => Promise<readonly R[]>;

/** Work that shares a transaction with others. */
type Work<T> = (sql: Sql, session: PostgresSession) => Promise<T>;

interface Task {
  run: Work<void>;
  done(): void;
  failed(thrown: unknown): void;
}

/** Everything has a default. */
export interface PostgresOptions {
  /** Called with one line when the database can't be used, and not again until it could be. Default: nobody is informed. */
  readonly onTrouble?: ((line: string) => void) | undefined;
  /** Called when a session has begun, before anything else is done in it. Default: nobody is informed. */
  readonly onOpen?: (session: PostgresSession) => void;
  /** Called when the session has ended: what this process knows of its accounts may be another's from now on. Default: nobody is informed. */
  readonly onLost?: () => void;
  /** Where other replicas reach this one, once it is known. Default: nowhere. */
  readonly address?: () => string;
  /** Default: `openSession`. */
  readonly open?: (options: SessionOptions) => Promise<PostgresSession>;
}

/**
 * One session with PostgreSQL. What is asked for while a transaction runs shares the next one, so that many at once cost one write to the disk. A session
 * that ended is replaced at the next use, under another replica's id: the session that writes is the one that holds the replica's lock, so a process
 * that has lost its accounts can't write to them.
 */
export class PostgresDatabase {
  readonly #url: URL;
  readonly #options: PostgresOptions;
  #session: Promise<PostgresSession> | undefined;
  #tasks: Task[] = [];
  #running: Promise<void> | undefined;
  #isInTrouble = false;
  #isClosed = false;

  constructor(url: URL, options: PostgresOptions = {}) {
    this.#url = url;
    this.#options = options;
  }

  /** Does something in a transaction, after what was asked for before. Rejects with `DataFileError`. */
  do<T>(work: Work<T>): Promise<T> {
    if (this.#isClosed) {
      return Promise.reject(new DataFileError(`the database ${shownDatabase(this.#url)} is closed`));
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let result: { readonly value: T } | undefined;
    this.#tasks.push({
      run: async (sql, session) => {
        result = { value: await work(sql, session) };
      },
      done: () => {
        if (result !== undefined) resolve(result.value);
      },
      failed: (thrown) => reject(postgresError(this.#url, thrown)),
    });
    this.#running ??= this.#runAll();
    return promise;
  }

  /** Does something while no other process does it. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    await this.do((sql) => sql(takeLock, [0]));
    try {
      return await work();
    } finally {
      await this.do((sql) => sql(leaveLock, [0]));
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#running;
    const session = await this.#session?.catch(() => undefined);
    await session?.client.end();
  }

  async #runAll(): Promise<void> {
    while (this.#tasks.length > 0) {
      // What is asked for in one turn shares a transaction.
      await new Promise((resolve) => setImmediate(resolve));
      const tasks = this.#tasks;
      this.#tasks = [];
      await this.#transaction(tasks);
    }
    this.#running = undefined;
  }

  async #transaction(tasks: readonly Task[]): Promise<void> {
    let session: PostgresSession | undefined;
    try {
      session = await this.#open();
      const { client } = session;
      const sql: Sql = async (text, values) => (await client.query(text, values && [...values])).rows;
      await client.query('BEGIN');
      for (const task of tasks) await task.run(sql, session);
      await client.query('COMMIT');
    } catch (thrown) {
      // A session without an answer to its last statement is of no use any more.
      await session?.client.query('ROLLBACK').catch(() => session?.client.end().catch(() => undefined));
      for (const task of tasks) task.failed(thrown);
      if (!this.#isInTrouble) this.#options.onTrouble?.(postgresError(this.#url, thrown).message);
      this.#isInTrouble = true;
      return;
    }
    this.#isInTrouble = false;
    for (const task of tasks) task.done();
  }

  #open(): Promise<PostgresSession> {
    if (this.#session === undefined) {
      const { open = openSession, address = () => '', onOpen, onLost } = this.#options;
      const opened = open({
        database: this.#url,
        address: address(),
        onEnd: () => {
          if (this.#session !== opened) return;
          this.#session = undefined;
          if (!this.#isClosed) onLost?.();
        },
      });
      this.#session = opened;
      opened.then(onOpen, () => {
        if (this.#session === opened) this.#session = undefined;
      });
    }
    return this.#session;
  }
}
