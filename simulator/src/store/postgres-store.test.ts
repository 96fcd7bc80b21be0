import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { DataFileError } from './data-file-error.ts';
import { freshDatabase, withoutPostgres } from './postgres.fixture.ts';
import { PostgresStore } from './postgres-store.ts';
import type { Row } from './store.ts';
import { storeContract } from './store-contract.fixture.ts';

const row = (id: string, account: string): Row => ({ kind: 'job', id, account, value: { id } });

describe.skipIf(withoutPostgres)(`PostgreSQL${withoutPostgres === undefined ? '' : ` (${withoutPostgres})`}`, () => {
  storeContract('a store in PostgreSQL', () => new PostgresStore(freshDatabase()));

  test('is read by another replica, which may not write to accounts that are not its own', async () => {
    const url = freshDatabase();
    const [one, other] = [new PostgresStore(url), new PostgresStore(url)];
    await one.save([row('job_1', 'acc')]);
    expect(await other.read('job', 'job_1')).toMatchObject({ account: 'acc', value: { id: 'job_1' } });
    await expect(other.save([row('job_2', 'acc')])).rejects.toThrow(/another replica owns .*acc/);
    await expect(other.claim(row('job_2', 'acc'), 0)).rejects.toThrow(DataFileError);
    await expect(other.forget('acc')).rejects.toThrow(DataFileError);
    expect(await one.list('job')).toHaveLength(1);
    await Promise.all([one.close(), other.close()]);
  });

  test('loses its accounts with its session, and goes on as another replica', async () => {
    const url = freshDatabase();
    let lost = 0;
    const store = new PostgresStore(url, { onLost: () => (lost += 1) });
    const killer = new PostgresStore(url);
    await store.save([row('job_1', 'acc')]);
    const backend = await store.database.do(
      async (sql) => (await sql<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid,
    );
    await killer.database.do((sql) => sql('SELECT pg_terminate_backend($1)', [backend]));
    while (lost === 0) await new Promise((resolve) => setImmediate(resolve));
    await expect(store.save([row('job_2', 'acc')])).rejects.toThrow(/another replica owns/);
    await store.save([row('job_3', 'new')]);
    expect((await killer.list('job')).map(({ id }) => id)).toEqual(['job_1', 'job_3']);
    await Promise.all([store.close(), killer.close()]);
  });

  test('of a database that does not exist is refused in one line, without its password', async () => {
    const url = new URL(freshDatabase());
    url.pathname = '/nowhere';
    url.password = 'secret';
    const store = new PostgresStore(url.href);
    await expect(store.read('job', 'x')).rejects.toThrow(
      `the database ${url.host}/nowhere can not be used: there is no such database`,
    );
    await store.close();
  });
});

test('a database that nobody serves is refused in one line', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const lines: string[] = [];
  const store = new PostgresStore(`postgres://127.0.0.1:${port}/x`, { onTrouble: (line) => lines.push(line) });
  await expect(store.read('job', 'x')).rejects.toThrow(
    /127\.0\.0\.1:\d+\/x can not be used: nothing listens there; start PostgreSQL/,
  );
  await expect(store.read('job', 'x')).rejects.toThrow(DataFileError);
  expect(lines).toHaveLength(1);
  await store.close();
});
