import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Row, Store } from './store.ts';

const row = (id: string, more: Partial<Row> = {}): Row => ({ kind: 'job', id, account: 'acc', value: { id }, ...more });

/** What every store keeps to. `open` makes an empty one. */
export function storeContract(name: string, open: () => Store): void {
  describe(name, () => {
    let store: Store;
    beforeEach(() => {
      store = open();
    });
    afterEach(() => store.close());

    test('gives an id to one of many claims at once, and the others what it kept', async () => {
      const claims = Array.from({ length: 20 }, (_, n) => store.claim(row('one', { value: n }), 0));
      const [first, ...others] = await Promise.all(claims);
      expect(first).toBeUndefined();
      expect(others.map((present) => present?.value)).toEqual(others.map(() => 0));
    });

    test('gives an id again once what it kept has fallen due', async () => {
      await store.claim(row('one', { dueAtMs: 100 }), 0);
      expect(await store.claim(row('one', { value: 'late', dueAtMs: 300 }), 99)).toMatchObject({ dueAtMs: 100 });
      expect(await store.claim(row('one', { value: 'next', dueAtMs: 300 }), 100)).toBeUndefined();
      expect(await store.read('job', 'one')).toMatchObject({ value: 'next' });
    });

    test('reads what was saved last, bytes and all, and nothing that was removed', async () => {
      const value = { text: 'é\u0000', list: [1, null], bytes: new Uint8Array([0, 255]), of: Buffer.from('b') };
      await store.save([row('one', { value }), row('two')]);
      await store.save([row('two', { value: 2 }), { kind: 'job', id: 'three', removed: true }]);
      const kept = (await store.read('job', 'one'))?.value as typeof value;
      expect({ ...kept, bytes: [...kept.bytes], of: [...kept.of] }).toEqual({ ...value, bytes: [0, 255], of: [98] });
      await store.save([{ kind: 'job', id: 'one', removed: true }]);
      expect(await store.read('job', 'one')).toBeUndefined();
      expect(await store.read('delivery', 'two')).toBeUndefined();
      expect((await store.list('job')).map(({ id, value }) => [id, value])).toEqual([['two', 2]]);
    });

    test('lists in the order of first keeping, and what falls due in the order of moments', async () => {
      await store.save([
        row('c', { dueAtMs: 30 }),
        row('a', { dueAtMs: 10 }),
        row('never'),
        row('b', { dueAtMs: 20 }),
        row('a-too', { dueAtMs: 10 }),
      ]);
      await store.save([row('c', { dueAtMs: 15 })]);
      const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
      expect(idsOf(await store.list('job'))).toEqual(['c', 'a', 'never', 'b', 'a-too']);
      expect(idsOf(await store.due('job'))).toEqual(['a', 'a-too', 'c', 'b']);
      expect(idsOf(await store.due('delivery'))).toEqual([]);
    });

    test('lists those of one account', async () => {
      await store.save([row('one', { dueAtMs: 2 }), row('other', { account: 'other', dueAtMs: 1 }), row('two')]);
      const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
      expect(idsOf(await store.list('job', 'acc'))).toEqual(['one', 'two']);
      expect(idsOf(await store.due('job', 'acc'))).toEqual(['one']);
      expect(idsOf(await store.due('job', 'nobody'))).toEqual([]);
    });

    test('keeps the last of several changes of one record at once, in its old place', async () => {
      await store.save([row('one'), row('two')]);
      await Promise.all([
        store.save([row('one', { value: 2 }), row('three')]),
        store.save([{ kind: 'job', id: 'three', removed: true }, row('one', { value: 3 })]),
        store.save([row('three', { value: 'again' }), { kind: 'job', id: 'two', removed: true }]),
      ]);
      const values = (await store.list('job')).map(({ id, value }) => [id, value]);
      expect(values).toEqual([
        ['one', 3],
        ['three', 'again'],
      ]);
    });

    test('does what it is asked in the order in which it is asked', async () => {
      const answers = [
        store.read('job', 'one'),
        store.save([row('one')]),
        store.read('job', 'one'),
        store.forget('acc'),
        store.read('job', 'one'),
      ];
      const found = await Promise.all(answers);
      const ids = found.map((answer) => (answer as Row | undefined)?.id);
      expect(ids).toEqual([undefined, undefined, 'one', undefined, undefined]);
    });

    test('drops what has fallen due, of one kind and account alone', async () => {
      await store.save([
        row('early', { dueAtMs: 10 }),
        row('late', { dueAtMs: 11 }),
        row('never'),
        row('other', { account: 'other', dueAtMs: 10 }),
        row('early', { kind: 'key', dueAtMs: 10 }),
      ]);
      await store.expire('job', 'acc', 10);
      expect((await store.list('job')).map(({ id }) => id)).toEqual(['late', 'never', 'other']);
      expect(await store.list('key')).toHaveLength(1);
    });

    test('forgets one account and keeps what takes its place', async () => {
      await store.save([row('one'), row('two', { account: 'other' })]);
      const forgotten = store.forget('acc', [row('one', { value: 'fresh' }), row('three')]);
      await Promise.all([forgotten, store.save([row('four')])]);
      const kept = (await store.list('job')).map(({ id, value }) => [id, (value as { id?: string }).id ?? value]);
      expect(kept).toEqual([
        ['two', 'two'],
        ['one', 'fresh'],
        ['three', 'three'],
        ['four', 'four'],
      ]);
    });

    test('forgets one account and leaves the others', async () => {
      await store.save([row('one'), row('two', { account: 'other' }), row('one', { kind: 'delivery' })]);
      await store.forget('acc');
      expect(await store.list('delivery')).toEqual([]);
      expect((await store.list('job')).map(({ id }) => id)).toEqual(['two']);
    });
  });
}
