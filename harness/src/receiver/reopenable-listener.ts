import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A port of its own for a server, which can be shut: connections are refused then. */
export class ReopenableListener {
  readonly port: number;
  readonly #server: Server;
  readonly #host: string;

  private constructor(server: Server, host: string, port: number) {
    this.#server = server;
    this.#host = host;
    this.port = port;
  }

  /** Listens on any free port, or the given one. Rejects when it can't be had. */
  static async open(server: Server, host: string, port = 0): Promise<ReopenableListener> {
    await listen(server, host, port);
    return new ReopenableListener(server, host, (server.address() as AddressInfo).port);
  }

  /** Ends every connection; no further one comes about until `reopen`. Does nothing while it is shut. */
  async shut(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  /** Listens on its port again. Rejects when another program has taken it. */
  reopen(): Promise<void> {
    return listen(this.#server, this.#host, this.port);
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
