import { type IncomingMessage, type ServerResponse, request as sendHttp } from 'node:http';
import { request as sendHttps } from 'node:https';
import type { RunClock } from '../clock/run-clock.ts';
import type { Arrival, Exchange, ReceivedResponse } from '../exchange/exchange.ts';
import { rawHeadersOf } from '../receiver/read-delivery.ts';
import { urlAt } from './url-at.ts';

/** Bytes of a body that are kept for judging; all of it is passed on. */
const keptBytes = 8 * 1024 * 1024;
/** Of one connection, and so not passed on (RFC 9110, 7.6.1). `accept-encoding` would hide the body from the judges. */
const ownHeaders = new Set(
  'connection keep-alive proxy-connection te trailer transfer-encoding upgrade host accept-encoding expect'.split(' '),
);

/** Of an answer that ends an exchange; Node takes lower ones from a server, and can't write them. */
const lowestStatus = 200;

export interface Forwarding {
  /** Base URL of the gateway, without a trailing slash. */
  readonly target: string;
  readonly clock: RunClock;
  readonly id: string;
}

/** Passes a request on to the target and its answer back, byte by byte as they come, and returns what was exchanged once it has ended. Never throws. */
export function forward(
  message: IncomingMessage,
  response: ServerResponse,
  { target, clock, id }: Forwarding,
): Promise<Exchange> {
  const atMs = clock.nowMs();
  const url = urlAt(target, message.url ?? '/');
  const sentHeaders = rawHeadersOf(message).filter(([name]) => !ownHeaders.has(name.toLowerCase()));
  const sent = new Gathered(clock);
  const send = url.protocol === 'https:' ? sendHttps : sendHttp;
  const outgoing = send(url, {
    method: message.method,
    headers: ['host', url.host, 'accept-encoding', 'identity', ...bodyFraming(message), ...sentHeaders.flat()],
  });
  message.on('data', (piece: Buffer) => sent.add(piece));
  message.pipe(outgoing);
  return new Promise((resolve) => {
    let received: ReceivedResponse | undefined;
    let hasEnded = false;
    let clientLeft = false;
    const end = (ending: Exchange['ending'], trouble?: string) => {
      if (hasEnded) return;
      hasEnded = true;
      const request = { method: message.method ?? '', url: url.href, headers: sentHeaders, body: sent.body(), atMs };
      resolve({
        ...{ id, side: 'request' as const, request, ending, endedAtMs: clock.nowMs() },
        ...(received === undefined ? {} : { response: received }),
        ...(trouble === undefined ? {} : { trouble }),
      });
    };
    outgoing.on('response', (incoming) => {
      const status = incoming.statusCode ?? 0;
      if (status < lowestStatus) {
        incoming.destroy();
        refuse(response, `it answers with the status ${status}`);
        end('malformed', `the status ${status} is none`);
        return;
      }
      const gathered = passBack(incoming, response, clock);
      const headersAtMs = clock.nowMs();
      const record = (ending: Exchange['ending']) => {
        received = {
          ...{ status, headers: rawHeadersOf(incoming), body: gathered.body() },
          ...{ arrivals: gathered.arrivals, headersAtMs },
        };
        end(ending);
      };
      incoming.on('end', () => record('complete'));
      incoming.on('close', () => record(clientLeft ? 'closed' : 'cut'));
      incoming.on('error', () => record(clientLeft ? 'closed' : 'cut'));
    });
    outgoing.on('error', (error) => {
      refuse(response, error.message);
      end(clientLeft ? 'closed' : 'refused', error.message);
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      if (response.writableEnded) return;
      clientLeft = true;
      outgoing.destroy();
    });
  });
}

/** A body of known or unknown length is framed for the next connection as it was for this one. */
function bodyFraming({ headers }: IncomingMessage): readonly string[] {
  return headers['transfer-encoding'] === undefined ? [] : ['transfer-encoding', 'chunked'];
}

/** Passes an answer back as it comes: status and headers at once, every piece by itself, a lost connection as one. */
function passBack(incoming: IncomingMessage, response: ServerResponse, clock: RunClock): Gathered {
  const gathered = new Gathered(clock);
  const headers = rawHeadersOf(incoming).filter(([name]) => !ownHeaders.has(name.toLowerCase()));
  response.writeHead(incoming.statusCode ?? 502, headers.flat());
  response.flushHeaders();
  incoming.on('data', (piece: Buffer) => {
    gathered.add(piece);
    if (!response.write(piece)) incoming.pause();
  });
  response.on('drain', () => incoming.resume());
  incoming.on('end', () => response.end());
  incoming.on('error', () => response.destroy());
  incoming.on('aborted', () => response.destroy());
  return gathered;
}

/** The proxy's own answer when the target can't be reached. */
function refuse(response: ServerResponse, why: string): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const message = `gateproof proxy: the target can not be reached (${why})`;
  response.writeHead(502, { 'content-type': 'text/plain' }).end(`${message}\n`);
}

/** The pieces of a body with their times, as far as they are kept. */
class Gathered {
  readonly arrivals: Arrival[] = [];
  readonly #clock: RunClock;
  readonly #pieces: Buffer[] = [];
  #length = 0;

  constructor(clock: RunClock) {
    this.#clock = clock;
  }

  add(piece: Buffer): void {
    if (this.#length >= keptBytes) return;
    this.arrivals.push({ atMs: this.#clock.nowMs(), length: piece.length });
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  body(): Uint8Array {
    return Buffer.concat(this.#pieces);
  }
}
