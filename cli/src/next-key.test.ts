import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { type KeyInput, keysOf } from './next-key.ts';

const never = new AbortController().signal;

test('a key is read in raw mode, which ends with it', async () => {
  const modes: boolean[] = [];
  const input: KeyInput = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (on: boolean) => modes.push(on),
  });
  const next = keysOf(input)(never);
  (input as PassThrough).write('\u0003');
  expect(await next).toBe('\u0003');
  expect(modes).toEqual([true, false]);
});

test('an input that has ended has no keys, now and later', async () => {
  const input = new PassThrough();
  const next = keysOf(input);
  const waiting = next(never);
  input.end();
  expect([await waiting, await next(never)]).toEqual([undefined, undefined]);
});

test('the signal ends the waiting, and the next key is not lost', async () => {
  const input = new PassThrough();
  const next = keysOf(input);
  const stop = new AbortController();
  const waiting = next(stop.signal);
  stop.abort();
  expect(await waiting).toBeUndefined();
  input.write('a');
  expect(await next(never)).toBe('a');
});
