import { expect, it } from 'vitest';
import { shardOf } from './shard-of.ts';

it.each([
  ['1/1', { index: 1, of: 1 }],
  ['2/5', { index: 2, of: 5 }],
])('reads %s', (text, shard) => {
  expect(shardOf(text)).toEqual(shard);
});

it.each(['', '0/2', '3/2', '2', '1/0', '-1/2', '1/100', 'a/b', '1/2/3'])('refuses "%s" with an example', (text) => {
  expect(() => shardOf(text)).toThrow('such as 2/5');
});
