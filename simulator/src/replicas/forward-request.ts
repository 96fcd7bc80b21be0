import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { request as open } from '../network/node-http.ts';
import type { Peer } from '../store/account-owners.ts';
import type { PeerAgent, PeerRequest } from './peer-agent.ts';

/** Headers of one connection alone (RFC 9110, 7.6.1), and what a client was answered already. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
]);

/** A client's request with the answer that it waits for. */
export interface ClientExchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** Called when the request is about to be sent on: from then on the answer is the other replica's. */
  onSent(): void;
}

/**
 * Passes a request on to the replica that owns its account, and the bytes of the answer back as they come. What is cut on one side is cut on the other.
 * Returns false when that replica could not be reached: nothing was sent, and the request can be answered otherwise.
 */
export function forwardRequest(agent: PeerAgent, peer: Peer, exchange: ClientExchange): Promise<boolean> {
  const { incoming, response } = exchange;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const options: PeerRequest = {
    agent,
    peer,
    clientAddress: incoming.socket.remoteAddress ?? '127.0.0.1',
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    headers: requestHeaders(incoming, peer),
  };
  const sent = open(options);
  let isSent = false;
  sent.once('socket', () => {
    isSent = true;
    exchange.onSent();
    incoming.pipe(sent);
    resolve(true);
  });
  sent.on('error', () => {
    if (isSent) response.destroy();
    else resolve(false);
  });
  sent.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders));
    // A stream's headers go out before its first event.
    if (answer.headers['content-length'] === undefined) response.flushHeaders();
    pipeline(answer, response, () => undefined);
  });
  sent.on('close', () => {
    // What comes after an early answer is read and dropped; what was never sent on is still to be answered here.
    if (isSent) incoming.unpipe(sent).resume();
  });
  response.on('close', () => {
    if (!response.writableFinished) sent.destroy();
  });
  return promise;
}

function requestHeaders({ rawHeaders, headers }: IncomingMessage, peer: Peer): string[] {
  const passed = endToEnd(rawHeaders);
  // HTTP/1.0 can do without.
  return headers.host === undefined ? [...passed, 'Host', peer.address] : passed;
}

/** Raw headers without those that concern one connection alone. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const [name = '', value = ''] = rawHeaders.slice(place, place + 2);
    if (!hopByHop.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}
