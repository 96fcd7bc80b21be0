import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { RunClock } from '../../clock/run-clock.ts';
import { ReopenableListener } from '../../receiver/reopenable-listener.ts';

/** How long a caller may take to notice that the connections which it keeps were closed; a call on one of them would be lost, not refused. */
const untilNoticedMs = 100;

const routes = ['/chat/completions', '/images/generations', '/audio/transcriptions'];

/**
 * A port that a target's endpoint was wired to once and for all. What arrives is handed to the upstream of the case that holds the model at the
 * moment; a call that comes while nobody holds it loses its connection. Where the upstream refuses connections, so does the port.
 */
export class ForwardingPort {
  readonly #listener: ReopenableListener;
  readonly #clock: Pick<RunClock, 'pause'>;
  #target: string | undefined;
  #isShut = false;
  #settled: Promise<void> = Promise.resolve();

  private constructor(listener: ReopenableListener, clock: Pick<RunClock, 'pause'>) {
    this.#listener = listener;
    this.#clock = clock;
  }

  get port(): number {
    return this.#listener.port;
  }

  /** @throws the system's error when the port is taken */
  static async open(host: string, port: number, clock: Pick<RunClock, 'pause'>): Promise<ForwardingPort> {
    const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
    const opened = new ForwardingPort(await ReopenableListener.open(server, host, port), clock);
    server.on('request', (message: IncomingMessage, response: ServerResponse) => opened.#forward(message, response));
    return opened;
  }

  /**
   * Base URL of the upstream that calls go to from now on; undefined: nobody's. Resolves when a connection to the port fares as one to the upstream.
   *
   * @throws the system's error when the port was shut, and another program has taken it
   */
  lead(target: string | undefined): Promise<void> {
    this.#target = target;
    if (target === undefined) return Promise.resolve();
    this.#settled = this.#settled.catch(() => undefined).then(() => this.#settle(new URL(target)));
    return this.#settled;
  }

  async #settle(target: URL): Promise<void> {
    const isRefused = await refusesConnections(target);
    if (isRefused === this.#isShut) return;
    await (isRefused ? this.#listener.shut() : this.#listener.reopen());
    this.#isShut = isRefused;
    if (isRefused) await this.#clock.pause(untilNoticedMs);
  }

  async close(): Promise<void> {
    await this.#listener.shut();
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

function refusesConnections({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 80 });
    socket.on('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(true));
  });
}
