import { type IncomingMessage, type ServerResponse, request as sendHttp } from 'node:http';
import { request as sendHttps } from 'node:https';
import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange, ReceivedResponse } from '../exchange/exchange.ts';
import { ReadableBody } from '../exchange/readable-body.ts';
import { rawHeadersOf } from '../receiver/read-delivery.ts';
import { urlAt } from './url-at.ts';

/** Bytes of a body that are kept for judging; all of it is passed on. */
const keptBytes = 8 * 1024 * 1024;
/** Of one connection, and so not passed on (RFC 9110, 7.6.1). */
const ownHeaders = new Set(
  'connection keep-alive proxy-connection te trailer transfer-encoding upgrade host expect'.split(' '),
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
  const sent = new Gathered();
  const send = url.protocol === 'https:' ? sendHttps : sendHttp;
  const outgoing = send(url, {
    method: message.method,
    headers: ['host', url.host, ...bodyFraming(message), ...sentHeaders.flat()],
  });
  message.on('data', (piece: Buffer) => sent.add(piece));
  message.pipe(outgoing);
  return new Promise((resolve) => {
    let received: ReceivedResponse | undefined;
    let hasEnded = false;
    let isAnswered = false;
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
      const body = passBack(incoming, response, clock);
      const headersAtMs = clock.nowMs();
      const record = async (ending: Exchange['ending']) => {
        if (isAnswered) return;
        isAnswered = true;
        const isWhole = ending === 'complete';
        await body.finish(isWhole);
        received = { status, headers: rawHeadersOf(incoming), headersAtMs, ...body.read() };
        end(isWhole && body.isTooLarge ? 'too-large' : ending);
      };
      incoming.on('end', () => record('complete'));
      incoming.on('close', () => record(clientLeft ? 'closed' : 'cut'));
      incoming.on('error', () => record(clientLeft ? 'closed' : 'cut'));
    });
    outgoing.on('error', (error) => {
      if (isAnswered) return;
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
function passBack(incoming: IncomingMessage, response: ServerResponse, clock: RunClock): ReadableBody {
  const received = rawHeadersOf(incoming);
  const body = new ReadableBody(received, {
    limitBytes: keptBytes,
    nowMs: () => clock.nowMs(),
    onTooLarge: () => undefined,
  });
  const headers = received.filter(([name]) => !ownHeaders.has(name.toLowerCase()));
  response.writeHead(incoming.statusCode ?? 502, headers.flat());
  response.flushHeaders();
  incoming.on('data', (piece: Buffer) => {
    body.take(piece);
    if (!response.write(piece)) incoming.pause();
  });
  response.on('drain', () => incoming.resume());
  incoming.on('end', () => response.end());
  incoming.on('error', () => response.destroy());
  incoming.on('aborted', () => response.destroy());
  return body;
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

/** The pieces of a body, as far as they are kept. */
class Gathered {
  readonly #pieces: Buffer[] = [];
  #length = 0;

  add(piece: Buffer): void {
    if (this.#length >= keptBytes) return;
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  body(): Uint8Array {
    return Buffer.concat(this.#pieces);
  }
}
