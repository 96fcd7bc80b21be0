import { realTime } from '@gateproof/upstreams';
import { expect, test } from 'vitest';
import { referenceIdempotency } from '../../behaviour/idempotency.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { Registry } from '../../tenants/registry.ts';
import { IdempotencyBook } from './idempotency-book.ts';

test('keys whose time is over are dropped, with those of no other account', async () => {
  const registry = new Registry({ clock: { ...realTime, now: () => 0 }, seed: 's', models: [] });
  const [account, other] = [registry.createAccount(1), registry.createAccount(1)];
  const store = new MemoryStore();
  const book = new IdempotencyBook(store);
  const claim = (scope: string, of = account) =>
    book.claim(referenceIdempotency, { scope, fingerprint: '', account: of, isSubmission: false });
  await Promise.all([claim('one'), claim('two'), claim('others', other)]);
  await account.clock.advance(referenceIdempotency.lifetimeMs);
  await claim('three');
  expect((await store.list('key')).map(({ id }) => id)).toEqual(['others', 'three']);
});
