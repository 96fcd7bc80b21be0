import http from 'node:http';
import https from 'node:https';
import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange, SentRequest } from './exchange.ts';
import type { Recorder } from './recorder.ts';
import { Transmission } from './transmission.ts';
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
   * `TypeError` for a URL, method or header that can't be written as HTTP.
   */
  send(wire: WireRequest, recorder: Recorder): Promise<Exchange> {
    const destination = destinationOf(wire.url);
    const headers = sentHeaders(wire, destination.authority);
    const agents = this.#keeps && wire.ownConnection !== true ? this.#kept : this.#fresh;
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
    const { method, url, contractPath, address, body } = wire;
    const meant = {
      ...(contractPath === undefined ? {} : { contractPath }),
      ...(address === undefined ? {} : { address }),
    };
    const sent: SentRequest = { method, url, ...meant, headers, body, atMs: this.#clock.nowMs() };
    const options = { id: recorder.begin(), clock: this.#clock, sent, wire, bodyLimitBytes: this.#bodyLimitBytes };
    return new Promise((resolve) => {
      new Transmission(options, client, (exchange) => {
        if (client.reusedSocket && exchange.ending === 'cut' && exchange.response === undefined) this.#keeps = false;
        resolve(recorder.record(exchange));
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
