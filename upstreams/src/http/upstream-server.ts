import type { RequestListener } from 'node:http';
import type { Clock } from '../clock/clock.ts';
import { realTime } from '../clock/real-time.ts';
import { Upstream, type UpstreamOptions } from '../upstream.ts';
import { type ClosedPort, holdClosedPort } from './closed-port.ts';
import { type Listening, type ListenOptions, listen } from './listen.ts';
import { serveCall } from './serve-call.ts';

/** An upstream that can be called over HTTP. */
export interface ServedUpstream {
  readonly upstream: Upstream;
  /** The base URL that a gateway is given: it calls `{url}/chat/completions` and so on. */
  readonly url: string;
  /** Later requests get 404; running ones go on. */
  close(): void;
}

export interface UpstreamServerOptions extends ListenOptions {
  /** Default for upstreams that name none. Default: real time. */
  readonly clock?: Clock;
  /** Times the pauses between writes, which give the caller's machine time to read. Default: real time, since no moved clock makes a caller read sooner. */
  readonly wireClock?: Clock;
}

/** Many upstreams on one port, distinguished by path: `http://host:port/u/<token>`. */
export class UpstreamServer {
  readonly #options: UpstreamServerOptions;
  readonly #listening: Listening;
  readonly #upstreams: Map<string, Upstream>;
  #made = 0;
  #closedPort: Promise<ClosedPort> | undefined;

  /** Use `openUpstreamServer`. */
  constructor(options: UpstreamServerOptions, listening: Listening, upstreams: Map<string, Upstream>) {
    this.#options = options;
    this.#listening = listening;
    this.#upstreams = upstreams;
  }

  get port(): number {
    return this.#listening.port;
  }

  /**
   * Adds an upstream. Its token is `u1`, `u2` … unless the options name one.
   *
   * @throws Error when the token is taken
   */
  add(options: UpstreamOptions = {}): ServedUpstream {
    this.#made += 1;
    const token = options.token ?? `u${this.#made}`;
    if (this.#upstreams.has(token))
      throw new Error(`There is an upstream '${token}' already; close it or take another token`);
    const clock = options.clock ?? this.#options.clock;
    const upstream = new Upstream({ ...options, token, ...(clock ? { clock } : {}) });
    this.#upstreams.set(token, upstream);
    return {
      upstream,
      url: `${this.#listening.origin}/u/${encodeURIComponent(token)}`,
      close: () => {
        if (this.#upstreams.get(token) === upstream) this.#upstreams.delete(token);
      },
    };
  }

  /** A base URL on whose port nothing listens: every connection is really refused. */
  async closedUrl(): Promise<string> {
    this.#closedPort ??= holdClosedPort(this.#options.host ?? '127.0.0.1', this.#listening.port);
    const { port } = await this.#closedPort;
    return this.#listening.origin.replace(/\d+$/, String(port));
  }

  /** Stops listening and closes every connection. */
  async close(): Promise<void> {
    (await this.#closedPort)?.close();
    await this.#listening.close();
  }
}

/** Opens a server for many upstreams. Default: any free port of 127.0.0.1. */
export async function openUpstreamServer(options: UpstreamServerOptions = {}): Promise<UpstreamServer> {
  const upstreams = new Map<string, Upstream>();
  const listener: RequestListener = (request, response) => {
    const token = /^\/u\/([^/?]+)/.exec(request.url ?? '')?.[1];
    const upstream = token === undefined ? undefined : upstreams.get(decodeToken(token));
    if (upstream) void serveCall(upstream, request, response, options.wireClock ?? realTime);
    else {
      const error = {
        message: `No upstream at ${request.url}`,
        type: 'invalid_request_error',
        param: null,
        code: null,
      };
      response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    }
  };
  return new UpstreamServer(options, await listen(options, listener), upstreams);
}

function decodeToken(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
