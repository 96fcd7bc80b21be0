import { DataFileError } from './data-file-error.ts';

/** PostgreSQL's codes, and the network's, that a user can do something about. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start PostgreSQL, or correct the host and port',
  ENOTFOUND: 'its host has no address; correct the host',
  ETIMEDOUT: 'its host does not answer; correct the host and port',
  '28P01': 'the password is wrong; correct it, or set PGPASSWORD',
  '28000': 'the user may not connect; name another user, or let this one in',
  '3D000': 'there is no such database; create it, or name another',
  '42501': 'the user may not create or use its tables; grant it CREATE on the database',
  '53100': 'its disk is full; free some space',
  '53300': 'it has no connection left; raise max_connections, or start fewer replicas',
};

/** Where a database is, without what must not be shown. */
export function shownDatabase({ host, pathname }: URL): string {
  return `${host === '' ? 'localhost' : host}${pathname}`;
}

/** What PostgreSQL or the network reported, as one line with its remedy. */
export function postgresError(database: URL, thrown: unknown): DataFileError {
  if (thrown instanceof DataFileError) return thrown;
  const first: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  const { code } = first as { readonly code?: unknown };
  const message = first instanceof Error ? first.message : String(first);
  const reason = (typeof code === 'string' ? reasons[code] : undefined) ?? message;
  return new DataFileError(`the database ${shownDatabase(database)} can not be used: ${reason}`, { cause: thrown });
}
