import { randomUUID } from 'node:crypto';

/** URL of the PostgreSQL that tests may use; `.ci/with-postgres` sets it. */
const server = process.env.GATEPROOF_POSTGRES;

/** Why tests that need PostgreSQL are skipped; undefined when there is one. */
export const withoutPostgres =
  server === undefined ? 'no PostgreSQL: run .ci/with-postgres npx vitest run …' : undefined;

/** The URL of an empty place of its own in the tests' database. */
export function freshDatabase(): string {
  const url = new URL(server ?? 'postgres://nowhere.invalid/none');
  url.searchParams.set('schema', `test_${randomUUID().replaceAll('-', '')}`);
  return url.href;
}
