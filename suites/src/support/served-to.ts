import { type Exchange, expectServedBeside, type Key, type World } from '@gateproof/harness';

/** States that a key is served. Where it is not, the same request under `other`, which nothing restricts, must be served for the break to count. */
export async function expectServedTo(
  world: World,
  key: Key,
  other: Key,
  send: (key: Key) => Promise<Exchange>,
): Promise<void> {
  await expectServedBeside(world, await send(key), () => send(other));
}
