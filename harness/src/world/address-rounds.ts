import { createHash } from 'node:crypto';

/**
 * The addresses of a target in the order in which the requests of a case go to them: in rounds that visit each of them once, every round in an order
 * of its own that follows from `seed`. So two requests in a row rarely meet the same process, and a case that runs again meets the same ones.
 */
export function* addressRounds(addresses: readonly string[], seed: string): Generator<string, never> {
  for (let round = 0; ; round += 1) {
    const places = addresses.map((address, place) => ({ address, drawn: drawn(`${seed}/${round}/${place}`) }));
    yield* places.sort((one, other) => Buffer.compare(one.drawn, other.drawn)).map(({ address }) => address);
  }
}

function drawn(seed: string): Buffer {
  return createHash('sha256').update(seed).digest();
}
