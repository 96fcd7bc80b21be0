import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { AccountOwners } from './account-owners.ts';
import { freshDatabase, withoutPostgres } from './postgres.fixture.ts';
import { PostgresStore } from './postgres-store.ts';

const name = 'a replica that registers is not tidied away as one that is gone';

test.skipIf(withoutPostgres)(withoutPostgres === undefined ? name : `${name} (${withoutPostgres})`, async () => {
  const url = freshDatabase();
  const [other, store] = [new PostgresStore(url), new PostgresStore(url)];
  const owners = new AccountOwners(other.database);
  await owners.tidy();
  const { query } = pg.Client.prototype;
  let isTidying = false;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const result = await Reflect.apply(query, this, args);
    if (isTidying) return result;
    isTidying = true;
    await owners.tidy();
    isTidying = false;
    return result;
  } as never);
  await store.save([{ kind: 'account', id: 'acc', account: 'acc', value: {} }]);
  spy.mockRestore();
  expect(await owners.find({ account: 'acc' })).toEqual({
    account: 'acc',
    owner: { id: expect.any(Number), address: '' },
  });
  await Promise.all([other.close(), store.close()]);
});
