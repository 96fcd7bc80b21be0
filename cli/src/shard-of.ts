import type { Shard } from '@gateproof/harness';
import { InvalidArgumentError } from 'commander';

/** More parts than this leave some without a rule that takes any time. */
const mostShards = 99;

/** A parser for `--shard`: `2/5` is the second of five parts. */
export function shardOf(text: string): Shard {
  const [, index, of] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new InvalidArgumentError(`It takes a part of a whole, such as 2/5: from 1/1 to ${mostShards}/${mostShards}.`);
}
