import type { Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';

/** What in-memory callers look like: the testbed is open to them, and IP ranges have an address to look at. */
const callerAddress = { remoteAddress: '127.0.0.1', remoteFamily: 'IPv4', remotePort: 0 };

const serverSides = new WeakSet<object>();

/** Whether a server's connection came about in memory, so that nobody but this process can be at its other end. */
export const isInMemory = (socket: object): boolean => serverSides.has(socket);

/** Connects to an HTTP server without a network: the caller's side of a pair of streams, with back-pressure and real HTTP on it. */
export function connectInMemory(server: Server): Duplex {
  const [callerSide, serverSide] = duplexPair();
  serverSides.add(serverSide);
  server.emit('connection', Object.assign(serverSide, callerAddress));
  // A side that is destroyed must be noticed at the other, as a lost connection is.
  lose(callerSide, serverSide);
  lose(serverSide, callerSide);
  return callerSide;
}

function lose(side: Duplex, other: Duplex): void {
  side.on('error', () => undefined);
  side.once('close', () => {
    if (!other.destroyed) other.destroy(side.readableEnded ? undefined : new ConnectionLost());
  });
}

/** What a caller sees whose in-memory connection was lost. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  readonly code = 'ECONNRESET';

  constructor() {
    super('The connection was lost');
  }
}
