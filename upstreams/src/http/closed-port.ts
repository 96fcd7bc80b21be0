import { once } from 'node:events';
import { connect } from 'node:net';

/** A port of this machine on which nothing listens, and which nothing else takes until it is given back. */
export interface ClosedPort {
  readonly port: number;
  /** Gives the port back. */
  close(): void;
}

/** Takes the local end of a connection to `listeningPort`: in use, so nobody else gets it, but not listening, so connecting is refused. */
export async function holdClosedPort(host: string, listeningPort: number): Promise<ClosedPort> {
  const socket = connect({ host, port: listeningPort });
  await once(socket, 'connect');
  const port = socket.localPort ?? 0;
  socket.on('error', () => socket.destroy());
  return { port, close: () => socket.destroy() };
}
