import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { DataFileError } from './data-file-error.ts';
import { openDatabase } from './open-database.ts';
import { SqliteStore } from './sqlite-store.ts';
import { storeContract } from './store-contract.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;
const freshFile = () => {
  made += 1;
  return join(folder, `data-${made}.sqlite`);
};

storeContract('a store in a file', () => new SqliteStore(freshFile()));

function refusalOf(file: string): string {
  try {
    new SqliteStore(file);
  } catch (thrown) {
    if (thrown instanceof DataFileError) return thrown.message;
    throw thrown;
  }
  throw new Error(`${file} was opened`);
}

describe('a data file', () => {
  test('is read again after it was closed', async () => {
    const file = freshFile();
    const first = new SqliteStore(file);
    await first.save([{ kind: 'job', id: 'job_1', account: 'acc', value: { bytes: new Uint8Array([7]) }, dueAtMs: 5 }]);
    await first.close();
    const second = new SqliteStore(file);
    expect((await second.due('job'))[0]).toMatchObject({ id: 'job_1', account: 'acc', dueAtMs: 5 });
    await second.close();
    await expect(second.read('job', 'job_1')).rejects.toThrow(/is closed/);
  });

  test('waits for the disk unless nothing in a turn needs to outlive a loss of power', async () => {
    const asked: string[] = [];
    const open = (file: string) => {
      const database = openDatabase(file);
      const exec = database.exec.bind(database);
      database.exec = (sql) => {
        if (sql.startsWith('PRAGMA')) asked.push(sql);
        exec(sql);
      };
      return database;
    };
    const store = new SqliteStore(freshFile(), { open });
    const row = (id: string) => ({ kind: 'generation', id, account: 'acc', value: 1 }) as const;
    const [normal, full] = ['PRAGMA synchronous = NORMAL', 'PRAGMA synchronous = FULL'];
    await store.save([row('one')]);
    expect(asked).toEqual([]);
    store.handIn(() => [row('two')]);
    await new Promise(setImmediate);
    store.handIn(() => [row('three')]);
    await new Promise(setImmediate);
    expect(asked).toEqual([normal]);
    store.handIn(() => [row('four')]);
    await store.save([row('five')]);
    expect(asked).toEqual([normal, full]);
    expect((await store.list('generation')).map(({ id }) => id)).toEqual(['one', 'two', 'three', 'four', 'five']);
    await store.close();
  });

  test('that is in use is refused, and stays usable for its owner', async () => {
    const file = freshFile();
    const owner = new SqliteStore(file);
    expect(refusalOf(file)).toMatch(/in use by another simulator/);
    await owner.save([{ kind: 'job', id: 'one', account: '', value: 1 }]);
    await owner.close();
  });

  test('that is no SQLite, or of another program, is refused and left as it is', () => {
    const text = freshFile();
    writeFileSync(text, 'something else\n'.repeat(300));
    expect(refusalOf(text)).toMatch(/not a data file of the simulator/);
    const foreign = freshFile();
    const database = new DatabaseSync(foreign);
    database.exec('CREATE TABLE theirs (x)');
    database.close();
    const before = readFileSync(foreign);
    expect(refusalOf(foreign)).toMatch(/belongs to another program/);
    expect(readFileSync(foreign).equals(before)).toBe(true);
  });

  test('of another format is refused', async () => {
    const file = freshFile();
    await new SqliteStore(file).close();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(refusalOf(file)).toMatch(/has format 99, and this simulator reads format 1/);
  });

  test('without its table is refused', async () => {
    const file = freshFile();
    await new SqliteStore(file).close();
    const database = new DatabaseSync(file);
    database.exec('DROP TABLE rows');
    database.close();
    expect(refusalOf(file)).toMatch(/its table of records is missing; restore it from a copy/);
  });

  test.skipIf(process.platform === 'win32')('can be read by its owner alone', async () => {
    const file = freshFile();
    const store = new SqliteStore(file);
    await store.save([{ kind: 'job', id: 'one', account: '', value: 1 }]);
    const modes = [file, `${file}-wal`].map((one) => statSync(one).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600]);
    await store.close();
  });

  test('that can not be written any more is reported once, and again after it could', async () => {
    const file = freshFile();
    const lines: string[] = [];
    const database = openDatabase(file);
    const store = new SqliteStore(file, { onTrouble: (line) => lines.push(line), open: () => database });
    const limitPages = (count: number) => database.exec(`PRAGMA max_page_count = ${count}`);
    const save = (value: string) => store.save([{ kind: 'job', id: value.slice(0, 1), account: '', value }]);
    limitPages(4);
    await expect(save('x'.repeat(100_000))).rejects.toThrow(/the disk is full; free some space$/);
    await expect(save('y'.repeat(100_000))).rejects.toThrow(DataFileError);
    expect(lines).toEqual([`the data file ${file} can not be used: the disk is full; free some space`]);
    limitPages(1_000_000);
    await save('z');
    limitPages(4);
    await expect(save('x'.repeat(100_000))).rejects.toThrow(DataFileError);
    expect(lines).toHaveLength(2);
    await store.close();
  });

  test('that is damaged is refused', async () => {
    const file = freshFile();
    const store = new SqliteStore(file);
    const value = 'x'.repeat(5000);
    await store.save(Array.from({ length: 50 }, (_, n) => ({ kind: 'job' as const, id: `${n}`, account: 'a', value })));
    await store.close();
    const bytes = readFileSync(file);
    bytes.fill(0xab, 4096, bytes.length - 4096);
    writeFileSync(file, bytes);
    expect(refusalOf(file)).toMatch(/damaged/);
  });

  test('with a record that is no JSON is refused when it is read', async () => {
    const file = freshFile();
    const store = new SqliteStore(file);
    await store.save([{ kind: 'job', id: 'one', account: '', value: 1 }]);
    await store.close();
    const database = new DatabaseSync(file);
    database.exec("UPDATE rows SET value = '{'");
    database.close();
    const again = new SqliteStore(file);
    await expect(again.list('job')).rejects.toThrow(/record job one is damaged/);
    await again.close();
  });

  test('in a folder that does not exist is refused', () => {
    expect(refusalOf(join(folder, 'nowhere', 'data.sqlite'))).toMatch(/can not be opened/);
    expect(refusalOf(folder)).toMatch(/can not be/);
  });
});
