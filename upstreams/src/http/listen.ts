import type { RequestListener, Server } from 'node:http';

export interface ListenOptions {
  /** Address that is listened on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Host name that base URLs carry, when callers reach this machine by another one. Default: `host`. */
  readonly advertisedHost?: string;
}

export interface Listening {
  readonly server: Server;
  /** `http://host:port`, without a slash at the end. */
  readonly origin: string;
  readonly port: number;
  /** Stops listening and closes every connection, also those in use. */
  close(): Promise<void>;
}

/**
 * Listens for HTTP. Idle connections are never closed from this side, so that no caller loses a request to that race.
 *
 * @throws the system's error when the address cannot be listened on (`EADDRINUSE` …)
 */
export async function listen(options: ListenOptions, listener: RequestListener): Promise<Listening> {
  const { host = '127.0.0.1', port = 0 } = options;
  // Imported here: as an ES module, node:http loads all of fetch, which a simulator that opens no upstream never needs.
  const { createServer } = await import('node:http');
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  const boundPort = typeof address === 'object' && address !== null ? address.port : port;
  const name = options.advertisedHost ?? host;
  return {
    server,
    port: boundPort,
    origin: `http://${name.includes(':') ? `[${name}]` : name}:${boundPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
