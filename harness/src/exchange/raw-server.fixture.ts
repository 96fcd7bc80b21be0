import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawServer {
  readonly port: number;
  readonly url: string;
  /** Bytes received so far over all connections, as latin1. */
  received(): string;
  connections(): number;
}

/** A TCP server that speaks whatever bytes a test wants; it ends with the test. `answer` runs once per piece that arrives. */
export async function rawServer(answer: (socket: Socket, piece: string) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let received = '';
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (piece) => {
      received += piece.toString('latin1');
      answer(socket, piece.toString('latin1'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, url: `http://127.0.0.1:${port}`, received: () => received, connections: () => connections };
}

/** Writes a small answer with a right `Content-Length`. */
export function answerWith(status: number, body: string | Uint8Array, headers = ''): string {
  const bytes = Buffer.from(body);
  return `HTTP/1.1 ${status} Word\r\nContent-Length: ${bytes.length}\r\n${headers}\r\n${bytes.toString('latin1')}`;
}
