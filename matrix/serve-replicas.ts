import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { Simulator } from '@gateproof/simulator';
import { asReplica } from './replica.ts';

/** Several addresses of one gateway. */
export interface ServedReplicas {
  /** Base URLs, one for each replica. */
  readonly addresses: readonly string[];
  close(): Promise<void>;
}

/**
 * Lets one simulator listen at several addresses, as replicas would that share all they know: what a behaviour does for a request can depend on the
 * address that it came to (`thisReplica`).
 */
export async function serveReplicas(simulator: Simulator, count: number): Promise<ServedReplicas> {
  if (count === 1) return { addresses: [await simulator.listen()], close: async () => undefined };
  const open = new Set<Socket>();
  const servers = Array.from({ length: count }, (_, replica) =>
    createServer((socket) => {
      open.add(socket.on('close', () => open.delete(socket)));
      void asReplica(replica, () => simulator.connect()).then((gateway) => {
        pipeline(socket, gateway, () => undefined);
        pipeline(gateway, socket, () => undefined);
      });
    }),
  );
  return {
    addresses: await Promise.all(servers.map(listening)),
    async close() {
      for (const socket of open) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
    },
  };
}

function listening(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}
