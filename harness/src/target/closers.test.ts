import { expect, test } from 'vitest';
import { type Closers, closingOnFailure } from './closers.ts';
import { Interrupted } from './interrupted.ts';

/** Opens one part, then does `next`. */
function opening(next: (closers: Closers) => Promise<string>) {
  const closed: string[] = [];
  const open = async (closers: Closers) => {
    closers.add(() => closed.push('first'));
    closers.add(() => Promise.reject(new Error('gone already')));
    return next(closers);
  };
  return { open, closed };
}

test('what was opened stays open when all went well', async () => {
  const { open, closed } = opening(async () => 'target');
  expect(await closingOnFailure(open, undefined)).toBe('target');
  expect(closed).toEqual([]);
});

test('what was opened half-way is closed when the rest fails', async () => {
  const { open, closed } = opening(() => Promise.reject(new Error('no upstreams')));
  await expect(closingOnFailure(open, undefined)).rejects.toThrow('no upstreams');
  expect(closed).toEqual(['first']);
});

test('an interruption closes what was opened at once, and later what is opened still', async () => {
  const stop = new AbortController();
  const late = Promise.withResolvers<void>();
  const { open, closed } = opening(async (closers) => {
    await late.promise;
    closers.add(() => closed.push('second'));
    return 'target';
  });
  const opened = closingOnFailure(open, stop.signal);
  stop.abort();
  await expect(opened).rejects.toThrow(Interrupted);
  expect(closed).toEqual(['first']);
  late.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(closed).toEqual(['first', 'second']);
});
