import { realTime } from '@gateproof/upstreams';
import { expect, test } from 'vitest';
import type { Generation } from '../records/generation.ts';
import { MemoryStore } from '../store/memory-store.ts';
import type { Change } from '../store/store.ts';
import { charge } from '../tenants/account.ts';
import { Registry } from '../tenants/registry.ts';
import { Persistence } from './persistence.ts';

/** A store that is read after the process, and writes what was handed in when a test says that the turn is over. */
class TurnStore extends MemoryStore {
  override readonly outlivesProcess = true;
  readonly #asked: (() => readonly Change[])[] = [];

  override save(changes: readonly Change[]): Promise<void> {
    this.#asked.push(() => changes);
    return Promise.resolve();
  }

  override handIn(changes: () => readonly Change[]): void {
    this.#asked.push(changes);
  }

  /** Writes all that was asked for; returns the kinds of the rows, in order. */
  async endTurn(): Promise<readonly string[]> {
    const written = this.#asked.splice(0).flatMap((changes) => changes());
    await super.save(written);
    return written.map(({ kind }) => kind);
  }
}

function open() {
  const account = new Registry({ clock: realTime, seed: 's', models: [] }).createAccount(10);
  const key = { id: 'key', secret: 'sk', restrictions: {}, deleted: false, spentUsd: new Map<string, number>() };
  const store = new TurnStore();
  const persistence = new Persistence(store, () => true);
  const end = (id: string) => {
    const generation: Generation = { id, kind: 'chat', model: 'a/b', chargedUsd: 0, errorCode: null };
    charge(account, key, generation, 1, '2026-11');
    persistence.keepEnded(account, generation, key);
  };
  const balance = async () => (await store.read('balance', account.id))?.value;
  return { account, store, persistence, end, balance };
}

test('what ends in one turn is written together, with one balance', async () => {
  const { store, end, balance } = open();
  for (const id of ['one', 'two', 'three']) end(id);
  expect(await store.endTurn()).toEqual(['balance', 'spending', 'generation', 'generation', 'generation']);
  expect(await balance()).toMatchObject({ creditUsd: 7 });
  end('four');
  expect(await store.endTurn()).toEqual(['balance', 'spending', 'generation']);
  expect(await balance()).toMatchObject({ creditUsd: 6 });
});

test('what ends behind rows that were made before is written behind them', async () => {
  const { account, store, persistence, end, balance } = open();
  end('one');
  await persistence.keep(account, {});
  end('two');
  await store.endTurn();
  expect(await balance()).toMatchObject({ creditUsd: 8 });
  expect((await store.list('generation')).map(({ value }) => value)).toMatchObject([{ id: 'one' }, { id: 'two' }]);
});
