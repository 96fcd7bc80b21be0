import { expect, test } from 'vitest';
import { Turnstile } from './turnstile.ts';

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: () => resolve() };
}

test('many run side by side, one alone runs when they have left, and those who come later wait for it', async () => {
  const turnstile = new Turnstile();
  const seen: string[] = [];
  const [first, second, single] = [gate(), gate(), gate()];
  const enter = (name: string, until: Promise<void>) => async () => {
    seen.push(`${name} in`);
    await until;
    seen.push(`${name} out`);
  };
  const all = [
    turnstile.beside(enter('first', first.passed)),
    turnstile.beside(enter('second', second.passed)),
    turnstile.alone(enter('single', single.passed)),
    turnstile.beside(enter('late', Promise.resolve())),
  ];
  await Promise.resolve();
  expect(seen).toEqual(['first in', 'second in']);
  first.open();
  await all[0];
  expect(seen).not.toContain('single in');
  second.open();
  await all[1];
  single.open();
  await Promise.all(all);
  expect(seen.slice(-4)).toEqual(['single in', 'single out', 'late in', 'late out']);
});

test('work that throws leaves the way free', async () => {
  const turnstile = new Turnstile();
  await expect(
    turnstile.alone(async () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  expect(await turnstile.alone(async () => 'free')).toBe('free');
});
