import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';

const routes = ['/chat/completions', '/images/generations', '/audio/transcriptions'];

/**
 * A port that a target's endpoint was wired to once and for all. What arrives is handed to the upstream of the case that holds the model at the
 * moment; nobody holding it, or a call that comes late, meets a refused connection.
 */
export class ForwardingPort {
  readonly port: number;
  readonly #server: Server;
  #target: string | undefined;

  private constructor(port: number, server: Server) {
    this.port = port;
    this.#server = server;
    server.on('request', (message: IncomingMessage, response: ServerResponse) => this.#forward(message, response));
  }

  /** @throws the system's error when the port is taken */
  static async open(host: string, port: number): Promise<ForwardingPort> {
    const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => resolve());
    });
    const address = server.address();
    return new ForwardingPort(typeof address === 'object' && address !== null ? address.port : port, server);
  }

  /** Base URL of the upstream that calls go to from now on; undefined: nobody's. */
  lead(target: string | undefined): void {
    this.#target = target;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #forward(message: IncomingMessage, response: ServerResponse): void {
    const path = (message.url ?? '/').split('?')[0] ?? '/';
    const route = routes.find((ending) => path.endsWith(ending));
    if (this.#target === undefined || route === undefined) {
      if (route === undefined) response.writeHead(404).end();
      else message.socket.destroy();
      return;
    }
    const call = request(
      `${this.#target}${route}`,
      { method: message.method ?? 'POST', headers: message.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        response.flushHeaders();
        answer.pipe(response);
        answer.on('error', () => message.socket.destroy());
        answer.on('close', () => {
          if (!answer.complete) message.socket.destroy();
        });
      },
    );
    call.on('error', () => message.socket.destroy());
    response.on('close', () => call.destroy());
    message.pipe(call);
  }
}
