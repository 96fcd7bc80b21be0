import http from 'node:http';
import https from 'node:https';
import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange, Header, SentRequest } from './exchange.ts';
import type { Recorder } from './recorder.ts';
import { Transmission } from './transmission.ts';
import { type MisreadRequest, UnreadBodies } from './unread-bodies.ts';
import { destinationOf, sentHeaders, type WireRequest } from './wire-request.ts';

const defaultBodyLimitBytes = 16 * 1024 * 1024;
const headLimitBytes = 64 * 1024;
/** Shorter than the keep-alive time of common servers, so that a request rarely meets a connection that is just being closed. */
const idleLimitMs = 1_500;

/** Material for TLS towards the target, as PEM texts. */
export interface TlsMaterial {
  readonly ca?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
}

export interface RecordingClientOptions {
  readonly clock: RunClock;
  readonly tls?: TlsMaterial;
  /** More bytes of one body end the exchange as `too-large`. Default 16 MiB. */
  readonly bodyLimitBytes?: number;
}

interface Agents {
  readonly plain: http.Agent;
  readonly secure: https.Agent;
}

/**
 * Sends requests and records all that comes back: raw header names and order, every piece of the body with its time, decoded
 * as its content coding says, and how it ended. Follows no redirect, repeats nothing. Node's own HTTP client rather than undici: it distinguishes a chunked body
 * that lacks its end from a whole one. Keeps connections alive until a kept one is lost before any answer: a target may close a
 * connection that idles at any time, also without having said so, and each request has a connection of its own from then on.
 */
export class RecordingClient {
  readonly #clock: RunClock;
  readonly #bodyLimitBytes: number;
  readonly #kept: Agents;
  readonly #fresh: Agents;
  /** The last exchange on each connection. */
  readonly #last = new WeakMap<object, Exchange>();
  /** What was found of bodies that the target leaves unread. */
  readonly unreadBodies = new UnreadBodies();
  #keeps = true;
  #sent = 0;

  constructor(options: RecordingClientOptions) {
    const { ca, clientCertificate, clientKey } = options.tls ?? {};
    const pool = { keepAlive: true, scheduling: 'lifo', timeout: idleLimitMs } as const;
    this.#clock = options.clock;
    this.#bodyLimitBytes = options.bodyLimitBytes ?? defaultBodyLimitBytes;
    const tls = {
      ...(ca === undefined ? {} : { ca }),
      ...(clientCertificate === undefined ? {} : { cert: clientCertificate }),
      ...(clientKey === undefined ? {} : { key: clientKey }),
    };
    this.#kept = { plain: new http.Agent(pool), secure: new https.Agent({ ...pool, ...tls }) };
    this.#fresh = { plain: new http.Agent(), secure: new https.Agent(tls) };
  }

  /** Every request so far, whatever became of it. */
  get requestsSent(): number {
    return this.#sent;
  }

  /**
   * Sends one request, records the exchange when it has ended and resolves with it. Never rejects for what a target does; throws
   * `TypeError` for a URL, method or header that can't be written as HTTP. One that the target misread, because the body of a refused request still lay in its
   * connection, is sent again on a connection of its own, as all others are from then on.
   */
  send(wire: WireRequest, recorder: Recorder): Promise<Exchange> {
    const agents = this.#keeps && wire.ownConnection !== true ? this.#kept : this.#fresh;
    return this.#transmit(wire, () => recorder.begin(), agents).then(async ({ exchange, before }) => {
      const isSuspect = before !== undefined && this.unreadBodies.maySpoil(before, exchange) && this.maySendAgain();
      return recorder.record(isSuspect ? await this.#alone(wire, { refused: before, misread: exchange }) : exchange);
    });
  }

  /** Whether one request more may be sent. */
  protected maySendAgain(): boolean {
    return true;
  }

  async #alone(wire: WireRequest, seen: Omit<MisreadRequest, 'alone'>): Promise<Exchange> {
    const { exchange } = await this.#transmit(wire, () => seen.misread.id, this.#fresh);
    if (!this.unreadBodies.isMisread({ ...seen, alone: exchange })) return seen.misread;
    this.#keeps = false;
    return exchange;
  }

  /** `before`: the last exchange on the same connection. */
  #transmit(
    wire: WireRequest,
    id: () => string,
    agents: Agents,
  ): Promise<{ readonly exchange: Exchange; readonly before: Exchange | undefined }> {
    const destination = destinationOf(wire.url);
    const headers = sentHeaders(wire, destination.authority);
    const client = (destination.secure ? https : http).request({
      agent: destination.secure ? agents.secure : agents.plain,
      method: wire.method,
      host: destination.hostname,
      port: destination.port,
      path: destination.path,
      headers: headers.flat(),
      setHost: false,
      maxHeaderSize: headLimitBytes,
    });
    this.#sent += 1;
    const sent = sentRequest(wire, headers, this.#clock.nowMs());
    const options = { id: id(), clock: this.#clock, sent, wire, bodyLimitBytes: this.#bodyLimitBytes };
    let socket: object | undefined;
    client.once('socket', (given) => {
      socket = given;
    });
    return new Promise((resolve) => {
      new Transmission(options, client, (exchange) => {
        if (client.reusedSocket && exchange.ending === 'cut' && exchange.response === undefined) this.#keeps = false;
        const before = socket === undefined ? undefined : this.#last.get(socket);
        if (socket !== undefined) this.#last.set(socket, exchange);
        resolve({ exchange, before });
      }).start();
    });
  }

  /** Closes every connection; exchanges in flight end as `cut`. */
  close(): void {
    for (const { plain, secure } of [this.#kept, this.#fresh]) {
      plain.destroy();
      secure.destroy();
    }
  }
}

function sentRequest(wire: WireRequest, headers: readonly Header[], atMs: number): SentRequest {
  const { method, url, contractPath, address, mayFailFor, body } = wire;
  return {
    method,
    url,
    ...(contractPath === undefined ? {} : { contractPath }),
    ...(address === undefined ? {} : { address }),
    ...(mayFailFor === undefined ? {} : { mayFailFor }),
    headers,
    body,
    atMs,
  };
}
