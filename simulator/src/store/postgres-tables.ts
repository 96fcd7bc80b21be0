/** What the tables below are; raised when they change. */
export const formatVersion = 1;

/**
 * The tables, made where they are missing. A replica lives as long as its session holds the advisory lock (id of the table of replicas, id of the
 * replica): PostgreSQL gives that up with the session, however the process ended.
 */
export const tables = `
  CREATE TABLE IF NOT EXISTS about (
    format integer NOT NULL,
    peer_secret text NOT NULL DEFAULT gen_random_uuid()::text
  );
  INSERT INTO about (format) SELECT ${formatVersion} WHERE NOT EXISTS (SELECT FROM about);
  CREATE TABLE IF NOT EXISTS rows (
    place bigint GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL,
    id text NOT NULL,
    account text NOT NULL,
    due_at_ms double precision,
    value text NOT NULL,
    PRIMARY KEY (kind, id)
  );
  CREATE INDEX IF NOT EXISTS rows_due ON rows (kind, due_at_ms) WHERE due_at_ms IS NOT NULL;
  CREATE INDEX IF NOT EXISTS rows_account ON rows (account, kind);
  CREATE TABLE IF NOT EXISTS replicas (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address text NOT NULL
  );
  CREATE TABLE IF NOT EXISTS owners (
    account text PRIMARY KEY,
    replica integer NOT NULL
  );
  CREATE INDEX IF NOT EXISTS owners_replica ON owners (replica);
  CREATE OR REPLACE VIEW live_replicas AS
    SELECT replicas.id, replicas.address FROM replicas JOIN pg_locks ON objid = replicas.id::bigint
    WHERE locktype = 'advisory' AND granted AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid::bigint = 'replicas'::regclass::oid::bigint % 2147483648;
`;

const place = "('replicas'::regclass::oid::bigint % 2147483648)::integer";

/** Takes the lock of a place among the replicas, `$1`: 0 for the one that starts. */
export const takeLock = `SELECT pg_advisory_lock(${place}, $1)`;
export const leaveLock = `SELECT pg_advisory_unlock(${place}, $1)`;

/** Registers a replica at an address, `$1`, and takes its lock before anybody sees it: one without its lock is gone, and others tidy it away. */
export const registerReplica = `
  WITH made AS (INSERT INTO replicas (address) VALUES ($1) RETURNING id)
  SELECT id, pg_advisory_lock(${place}, id) FROM made`;
