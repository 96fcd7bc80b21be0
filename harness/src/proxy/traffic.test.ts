import { expect, test } from 'vitest';
import type { Exchange } from '../exchange/exchange.ts';
import { Traffic } from './traffic.ts';

function exchange(id: string, bytes: number): Exchange {
  const body = new Uint8Array(bytes);
  const headers = [['Authorization', `Bearer ${id}`]] as const;
  const request = { method: 'POST', url: 'http://gateway.example/', headers, body, atMs: 0 };
  return { id, side: 'request', request, ending: 'complete', endedAtMs: 0 };
}

const kept = (traffic: Traffic) => traffic.all().map(({ id }) => id);

test('the oldest exchanges are forgotten beyond a number of them, and counted all the same', () => {
  const traffic = new Traffic({ exchanges: 2, bytes: 1_000 });
  for (const id of ['a', 'b', 'c']) traffic.add(exchange(id, 1));
  expect([kept(traffic), traffic.count]).toEqual([['b', 'c'], 3]);
});

test('the oldest exchanges are forgotten beyond so many bytes of bodies', () => {
  const traffic = new Traffic({ exchanges: 100, bytes: 10 });
  for (const id of ['a', 'b', 'c']) traffic.add(exchange(id, 4));
  expect(kept(traffic)).toEqual(['b', 'c']);
  traffic.add(exchange('large', 11));
  expect(kept(traffic)).toEqual([]);
});
