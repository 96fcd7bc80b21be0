import { closeSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { DataFileError, dataFileError } from './data-file-error.ts';

/** "GPRF": marks the file as the simulator's. */
const applicationId = 0x47505246;
const formatVersion = 1;

const tables = `
  CREATE TABLE rows (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    account TEXT NOT NULL,
    due_at_ms REAL,
    value TEXT NOT NULL,
    UNIQUE (kind, id)
  );
  CREATE INDEX rows_due ON rows (kind, due_at_ms) WHERE due_at_ms IS NOT NULL;
  CREATE INDEX rows_account ON rows (account);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${formatVersion};
`;

/**
 * Opens the data file, or begins a new one, and locks it until it is closed. Nothing is written to a file of another
 * program.
 *
 * @throws DataFileError when the file is in use, damaged, another program's or can't be opened
 */
export function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    const { DatabaseSync } = loadSqlite();
    keepToOwner(file);
    database = new DatabaseSync(file);
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    const isNew = inspect(database, file);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    // Pages that many transactions change are written back once for all of them, and the newest ones are not read again.
    database.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -16000;');
    database.exec(`BEGIN IMMEDIATE; ${isNew ? tables : ''} COMMIT;`);
    return database;
  } catch (thrown) {
    database?.close();
    throw dataFileError(file, thrown);
  }
}

/** The file holds keys and secrets: a new one, and what SQLite puts beside it, can be read by its owner alone. */
function keepToOwner(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch {
    // SQLite says better why a file can't be opened.
  }
}

/** Whether the file is still empty. Throws when it is not the simulator's, or damaged. */
function inspect(database: DatabaseSync, file: string): boolean {
  const owner = numberOf(database, 'application_id');
  const version = numberOf(database, 'user_version');
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (owner !== applicationId) {
    if (isEmpty && owner === 0 && version === 0) return true;
    throw new DataFileError(`the data file ${file} belongs to another program; name another file`);
  }
  if (version !== formatVersion) {
    throw new DataFileError(
      `the data file ${file} has format ${version}, and this simulator reads format ${formatVersion}; use the simulator that wrote it, or name another file`,
    );
  }
  const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() ?? {};
  if (found !== 'ok') {
    throw new DataFileError(
      `the data file ${file} can not be used: it is damaged (${String(found).split('\n').at(-1)}); restore it from a copy, or name another file`,
    );
  }
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'rows'").get() === undefined) {
    throw new DataFileError(
      `the data file ${file} can not be used: its table of records is missing; restore it from a copy, or name another file`,
    );
  }
  return false;
}

function numberOf(database: DatabaseSync, pragma: 'application_id' | 'user_version'): number {
  return Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
}

/** Loads SQLite on first use. Some versions of Node warn then that it is experimental, which says nothing to a user. */
function loadSqlite(): typeof import('node:sqlite') {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => undefined;
  try {
    const loaded = process.getBuiltinModule('node:sqlite');
    if (loaded === undefined) throw new DataFileError('this Node has no SQLite: a data file needs Node 22.19 or later');
    return loaded;
  } finally {
    process.emitWarning = emitWarning;
  }
}
