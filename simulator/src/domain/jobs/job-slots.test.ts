import { expect, test } from 'vitest';
import type { Account } from '../../tenants/account.ts';
import { inSlot } from './job-slots.ts';

test('lets so many in at a time, the others in turn, also after a failure', async () => {
  const account = {} as Account;
  const seen: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<void>((resolve, reject) => {
      seen.push(name);
      ends.push(() => (name === 'a' ? reject(new Error(name)) : resolve()));
    });
  const all = ['a', 'b', 'c', 'd'].map((name) => inSlot(account, 2, work(name)).catch(() => undefined));
  expect(seen).toEqual(['a', 'b']);
  ends[0]?.();
  await all[0];
  expect(seen).toEqual(['a', 'b', 'c']);
  ends[1]?.();
  await all[1];
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
  for (const end of ends) end();
  await Promise.all(all);
  await inSlot(account, 2, async () => void seen.push('e'));
  expect(seen.at(-1)).toBe('e');
});
