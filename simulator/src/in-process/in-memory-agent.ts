import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Agent, type buildConnector } from 'undici';

/** An undici Agent whose every connection, to whatever origin, is one that `connect` makes. */
export function inMemoryAgent(connect: () => Promise<Duplex>): Agent {
  const connector: buildConnector.connector = (_options, callback) => {
    // undici hangs on a connector that calls back at once; a promise calls back in a microtask.
    connect().then(
      (side) => callback(null, side as Socket),
      (error: unknown) => callback(error as Error, null),
    );
  };
  return new Agent({ connect: connector, connections: null, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
}
