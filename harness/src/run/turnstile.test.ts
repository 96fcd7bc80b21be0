import { expect, test } from 'vitest';
import { Turnstile } from './turnstile.ts';

/** Work that ends when it is told to, and notes that it began. */
function work(name: string, log: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = async () => {
    log.push(`${name} begins`);
    await promise;
    log.push(`${name} ends`);
  };
  return { run, end: resolve };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('shared work goes on side by side, and work alone waits for it and keeps others out', async () => {
  const log: string[] = [];
  const turnstile = new Turnstile();
  const [one, two, lone, late] = ['one', 'two', 'lone', 'late'].map((name) => work(name, log));
  const all = [turnstile.share(one?.run ?? settle), turnstile.share(two?.run ?? settle)] as Promise<unknown>[];
  all.push(turnstile.alone(lone?.run ?? settle), turnstile.share(late?.run ?? settle));
  await settle();
  expect(log).toEqual(['one begins', 'two begins']);
  one?.end();
  two?.end();
  await settle();
  expect(log.slice(2)).toEqual(['one ends', 'two ends', 'lone begins']);
  lone?.end();
  late?.end();
  await Promise.all(all);
  expect(log.slice(5)).toEqual(['lone ends', 'late begins', 'late ends']);
});

test('work that fails lets the next in', async () => {
  const turnstile = new Turnstile();
  await expect(turnstile.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(turnstile.share(() => Promise.reject(new Error('neither')))).rejects.toThrow('neither');
  expect(await turnstile.alone(async () => 'in')).toBe('in');
});
