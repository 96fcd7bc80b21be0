import type { Exchange } from '../exchange/exchange.ts';

/** Longest wait for the first answer of a target, in ms. */
const reachLimitMs = 10_000;

/** Thrown when a target can't be reached at all: one line that says why. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** Sends one request to see whether anything speaks HTTP there; what it says does not matter. Throws `UnreachableError`. */
export async function reach(baseUrl: string, probe: (limitMs: number) => Promise<Exchange>): Promise<void> {
  const { ending, trouble, response } = await probe(reachLimitMs);
  if (response !== undefined) return;
  const why = trouble === undefined ? '' : ` (${trouble})`;
  switch (ending) {
    case 'refused':
      throw new UnreachableError(`cannot connect to ${baseUrl}${why}; is the gateway running, and is the URL right?`);
    case 'timeout':
      throw new UnreachableError(`${baseUrl} did not answer within ${reachLimitMs / 1000} s`);
    case 'malformed':
      throw new UnreachableError(
        `${baseUrl} does not speak HTTP${why}; is it http:// rather than https://, or the reverse?`,
      );
    default:
      // A target that closes every connection is there; the smoke test tells what it is worth.
      return;
  }
}
