import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { RunClock } from '../clock/run-clock.ts';
import type { Recorder } from '../exchange/recorder.ts';
import { type Authority, makeCertificates } from './certificates.ts';
import { rawHeadersOf, readBody } from './read-delivery.ts';
import { ReceiverEndpoint } from './receiver-endpoint.ts';
import { ReopenableListener } from './reopenable-listener.ts';

const bodyLimitBytes = 8 * 1024 * 1024;
/** Who registers an endpoint may ask whether anybody is there: that delivers nothing. */
const probes: readonly string[] = ['HEAD', 'OPTIONS'];
/** The zone whose names stand in the certificate; nobody can own a name in it. */
const zone = 'hooks.example.test';

export interface ReceiverOptions {
  readonly clock: RunClock;
  /** Nonce of the run, of letters, digits and hyphens: makes endpoint URLs and certificate serials unique. */
  readonly nonce: string;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Name that deliveries connect to, when the target reaches this machine by another one. Default: `host`. */
  readonly advertisedHost?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Further names that its certificate is for. Default: none. */
  readonly names?: readonly string[];
  /** Signs the certificate. Default: one of its own. */
  readonly authority?: Authority;
  /** How deliveries to no open endpoint are answered. Default 404. */
  readonly strayStatus?: number;
  /** False for plain HTTP, behind a tunnel or proxy that ends TLS. Default true. */
  readonly tls?: boolean;
}

/** Where one endpoint listens. */
export interface EndpointPlace {
  /** First label of its host name: lower-case letters, digits and hyphens. Default `case`. */
  readonly label?: string;
  /** Added after its token. Default none. */
  readonly path?: string;
  /** The URL under which it is registered already (static profiles); its path alone identifies its deliveries. Default: a new one. */
  readonly url?: string;
  /** False for a body that belongs to another case: it is answered as a stray delivery and not recorded. Default: all belong. */
  readonly accepts?: (body: Uint8Array) => boolean;
}

/** A server that listens, and what makes more of its kind. */
interface Opened {
  readonly make: () => Server;
  readonly main: ReopenableListener;
  readonly ca: string;
}

/** Receives the webhook deliveries of a whole run: one server, one endpoint per `https://<label>.hooks.example.test/<token>`. */
export class Receiver {
  /** PEM of the authority that signed the certificate. */
  readonly ca: string;
  /** `host:port` that deliveries must really connect to. */
  readonly connectTo: string;
  readonly #main: ReopenableListener;
  readonly #make: () => Server;
  readonly #host: string;
  readonly #advertisedHost: string;
  readonly #own = new Set<ReopenableListener>();
  readonly #clock: RunClock;
  readonly #nonce: string;
  readonly #strayStatus: number;
  readonly #endpoints = new Map<string, ReceiverEndpoint>();
  #tokens = 0;
  #stray = 0;

  private constructor({ make, main, ca }: Opened, options: ReceiverOptions) {
    const { host = '127.0.0.1' } = options;
    this.#make = make;
    this.#main = main;
    this.#host = host;
    this.#advertisedHost = options.advertisedHost ?? host;
    this.ca = ca;
    this.connectTo = this.#placeOf(main);
    this.#clock = options.clock;
    this.#nonce = options.nonce;
    this.#strayStatus = options.strayStatus ?? 404;
  }

  /** Opens the server. Rejects when its port can't be had. */
  static async open(options: ReceiverOptions): Promise<Receiver> {
    const { clock, nonce, host = '127.0.0.1', port = 0, tls = true, names = [], authority } = options;
    const addresses = ['127.0.0.1', '::1'];
    const made = tls
      ? await makeCertificates(
          [zone, `*.${zone}`, 'localhost', 'hooks.localhost', ...names],
          addresses,
          clock.wallMs(),
          nonce,
          authority,
        )
      : undefined;
    const make = () =>
      made === undefined ? createPlainServer() : createServer({ cert: made.certificate, key: made.key });
    const server = make();
    const main = await ReopenableListener.open(server, host, port);
    const receiver = new Receiver({ make, main, ca: made?.ca ?? '' }, options);
    receiver.#serve(server);
    return receiver;
  }

  /** Opens a further port, where all endpoints are served as well, and returns how deliveries connect to it. */
  async openListener(): Promise<{ readonly listener: ReopenableListener; readonly connectTo: string }> {
    const server = this.#make();
    this.#serve(server);
    const listener = await ReopenableListener.open(server, this.#host);
    this.#own.add(listener);
    return { listener, connectTo: this.#placeOf(listener) };
  }

  /** Deliveries that came to no open endpoint; they were answered 404. */
  get stray(): number {
    return this.#stray;
  }

  /** Opens an endpoint for one case; its deliveries go to the case's recorder. Anything below its path is its own. */
  endpoint(recorder: Recorder, place: EndpointPlace = {}): ReceiverEndpoint {
    this.#tokens += 1;
    const token = `/${this.#nonce}-${this.#tokens}`;
    const url = place.url ?? `https://${place.label ?? 'case'}.${zone}${token}${place.path ?? ''}`;
    const root = place.url === undefined ? token : new URL(place.url).pathname.replace(/\/$/, '');
    const endpoint = new ReceiverEndpoint(url, this.#clock, recorder, place);
    this.#endpoints.set(root, endpoint);
    return endpoint;
  }

  /** Closes an endpoint; later deliveries to it are stray. */
  remove(endpoint: ReceiverEndpoint): void {
    for (const [root, candidate] of this.#endpoints) if (candidate === endpoint) this.#endpoints.delete(root);
    endpoint.close();
  }

  /** Closes every endpoint and connection. */
  async close(): Promise<void> {
    for (const endpoint of this.#endpoints.values()) endpoint.close();
    this.#endpoints.clear();
    await Promise.all([this.#main, ...this.#own].map((listener) => listener.shut()));
  }

  #serve(server: Server): void {
    server.on('request', (message, response) => void this.#take(message, response));
  }

  #placeOf({ port }: ReopenableListener): string {
    const name = this.#advertisedHost;
    return `${name.includes(':') ? `[${name}]` : name}:${port}`;
  }

  async #take(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = this.#clock.nowMs();
    response.on('error', () => undefined);
    const body = await readBody(message, bodyLimitBytes);
    if (body === undefined) return;
    const { method = '', url: path = '/' } = message;
    if (probes.includes(method)) {
      response.writeHead(200).end();
      return;
    }
    const endpoint = this.#endpointAt(path);
    if (endpoint?.accepts(body) !== true) {
      this.#stray += 1;
      response.writeHead(this.#strayStatus).end();
      return;
    }
    // What ends TLS before us has been called by https.
    const scheme = 'encrypted' in message.socket || endpoint.isStanding ? 'https' : 'http';
    const url = `${scheme}://${message.headers.host ?? zone}${path}`;
    endpoint.take({ method, url, headers: rawHeadersOf(message), body, atMs }, message, response);
  }

  /** The endpoint with the longest root that the path lies at or below. */
  #endpointAt(path: string): ReceiverEndpoint | undefined {
    const bare = path.split('?', 1)[0] ?? '';
    for (let root = bare.replace(/\/$/, ''); ; root = root.slice(0, root.lastIndexOf('/'))) {
      const endpoint = this.#endpoints.get(root);
      if (endpoint !== undefined || root === '') return endpoint;
    }
  }
}
