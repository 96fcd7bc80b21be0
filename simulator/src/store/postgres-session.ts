import type { Client } from 'pg';
import { DataFileError } from './data-file-error.ts';
import { postgresError, shownDatabase } from './postgres-error.ts';
import { formatVersion, registerReplica, tables } from './postgres-tables.ts';

/** A session with the database that a replica lives by. */
export interface PostgresSession {
  readonly client: Client;
  /** The replica's id: of this session alone, never used again. */
  readonly replica: number;
  /** What replicas of one database know each other by. */
  readonly peerSecret: string;
}

export interface SessionOptions {
  readonly database: URL;
  /** Where other replicas reach this one, `host:port`. */
  readonly address: string;
  /** Called once when the session has ended, whoever ended it. */
  onEnd(): void;
}

const longestConnectMs = 10_000;
const longestStatementMs = 30_000;
const defaultSchema = 'gateproof';
const schemaName = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * Connects, makes the tables where they are missing, and registers a replica that lives as long as the session.
 *
 * @throws DataFileError when the database can't be reached or used, or the package `pg` is missing
 */
export async function openSession({ database, address, onEnd }: SessionOptions): Promise<PostgresSession> {
  const { schema, connectionString } = readUrl(database);
  const { default: pg } = await import('pg').catch(() => {
    throw new DataFileError(`--data ${database.protocol}//… needs the package pg: npm install pg`);
  });
  const client = new pg.Client({
    connectionString,
    application_name: 'gateproof',
    keepAlive: true,
    connectionTimeoutMillis: longestConnectMs,
    statement_timeout: longestStatementMs,
    query_timeout: 2 * longestStatementMs,
  });
  client.on('error', () => undefined);
  client.on('end', onEnd);
  try {
    await client.connect();
    return { client, ...(await register(client, { database, schema, address })) };
  } catch (thrown) {
    await client.end().catch(() => undefined);
    throw postgresError(database, thrown);
  }
}

function readUrl(database: URL) {
  const connection = new URL(database);
  const schema = connection.searchParams.get('schema') ?? defaultSchema;
  if (!schemaName.test(schema)) {
    throw new DataFileError(`schema must be a name of lower-case letters, digits and _, not ${schema}`);
  }
  connection.searchParams.delete('schema');
  return { schema, connectionString: connection.href };
}

/** Two that make the same schema at once would meet an error in one of them. */
async function makeTables(client: Client, schema: string): Promise<void> {
  await client.query(
    `BEGIN; SELECT pg_advisory_xact_lock(hashtext('gateproof ${schema}'));
     CREATE SCHEMA IF NOT EXISTS ${schema}; ${tables} COMMIT`,
  );
}

async function register(
  client: Client,
  { database, schema, address }: { readonly database: URL; readonly schema: string; readonly address: string },
): Promise<Omit<PostgresSession, 'client'>> {
  // PostgreSQL notices within half a minute that the machine of a replica is gone.
  await client.query('SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3');
  await client.query(`SET search_path TO ${schema}`);
  const { rows: present } = await client.query("SELECT FROM to_regclass('about') AS about WHERE about IS NOT NULL");
  // Only where they are missing: what makes tables waits for all who write to them, and lets nobody else write.
  if (present.length === 0) await makeTables(client, schema);
  const { rows: about } = await client.query('SELECT format, peer_secret FROM about');
  const { format, peer_secret: peerSecret } = about[0];
  if (format !== formatVersion) {
    throw new DataFileError(
      `the database ${shownDatabase(database)} has format ${format}, and this simulator reads format ${formatVersion}; use the simulator that wrote it, or name another schema`,
    );
  }
  const { rows: made } = await client.query(registerReplica, [address]);
  return { replica: made[0].id, peerSecret };
}
