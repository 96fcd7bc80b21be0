import type { PostgresDatabase, Sql } from './postgres-database.ts';

/** What a request names its account by: the id in its path, or an API key's secret. */
export type AccountName = { readonly account: string } | { readonly secret: string };

/** A replica that other replicas can reach. */
export interface Peer {
  readonly id: number;
  /** `host:port`. */
  readonly address: string;
}

/** An account with its owner: this replica, another one that lives, or nobody. */
export interface OwnedAccount {
  readonly account: string;
  readonly owner: 'this' | 'nobody' | Peer;
}

interface FoundRow {
  readonly account: string;
  readonly replica: number | null;
  readonly address: string | null;
}

/**
 * Which replica owns which account. An owner keeps its accounts as long as its session lasts; then whoever comes first takes them over, one statement
 * that PostgreSQL lets only one replica succeed with.
 */
export class AccountOwners {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  /** The account of a name; undefined when there is none. */
  find(name: AccountName): Promise<OwnedAccount | undefined> {
    const [id, value] =
      'account' in name
        ? ['$1', name.account]
        : ["(SELECT account FROM rows WHERE kind = 'secret' AND id = $1)", name.secret];
    return this.#database.do(async (sql, session) => {
      const [found] = await sql<FoundRow>(
        `SELECT rows.account, live_replicas.id AS replica, live_replicas.address
         FROM rows LEFT JOIN owners USING (account) LEFT JOIN live_replicas ON live_replicas.id = owners.replica
         WHERE rows.kind = 'account' AND rows.id = ${id}`,
        [value],
      );
      if (found === undefined) return undefined;
      const { account, replica, address } = found;
      if (replica === null || address === null) return { account, owner: 'nobody' };
      return { account, owner: replica === session.replica ? 'this' : { id: replica, address } };
    });
  }

  /** Takes an account whose owner is gone. Returns whether it is this replica's now. */
  async take(account: string): Promise<boolean> {
    const taken = await this.#database.do((sql, { replica }) => take(sql, replica, 'account = $2', account));
    return taken.length > 0;
  }

  /** Takes up to `most` accounts of replicas that are gone in which jobs or deliveries wait. Returns their ids. */
  takeWork(most: number): Promise<readonly string[]> {
    return this.#database.do((sql, { replica }) =>
      take(
        sql,
        replica,
        `EXISTS (SELECT FROM rows WHERE rows.account = owners.account AND kind IN ('job', 'delivery') AND due_at_ms IS NOT NULL)
         LIMIT $2`,
        most,
      ),
    );
  }

  /** Drops the replicas that are gone and own nothing. */
  async tidy(): Promise<void> {
    await this.#database.do((sql) =>
      sql(
        `DELETE FROM replicas WHERE id NOT IN (SELECT id FROM live_replicas)
         AND NOT EXISTS (SELECT FROM owners WHERE replica = replicas.id)`,
      ),
    );
  }
}

/** Takes those accounts of replicas that are gone for which a condition holds, and that no other replica is taking. */
async function take(sql: Sql, replica: number, condition: string, value: unknown): Promise<readonly string[]> {
  const taken = await sql<{ readonly account: string }>(
    `UPDATE owners SET replica = $1 WHERE account IN (
       SELECT account FROM owners
       WHERE replica IN (SELECT id FROM replicas WHERE id NOT IN (SELECT id FROM live_replicas)) AND ${condition}
       FOR UPDATE SKIP LOCKED
     ) RETURNING account`,
    [replica, value],
  );
  return taken.map(({ account }) => account);
}
