import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OwnRequest, SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import { isObject, type JsonObject } from '@gateproof/spec';
import { clock } from '../clock.ts';
import type { MessagePlayer, PassingRequest } from './message-player.ts';
import { routeOfPath } from './route-of-path.ts';
import { SeenKeys } from './seen-keys.ts';

/** How long a request that is made besides may take, in ms. */
const besideLimitMs = 5_000;

interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly body: Uint8Array;
}

/** Stands before a gateway and plays a deviation on what passes; the testbed's operations pass as they are. */
export class PlayingProxy {
  readonly #gateway: string;
  readonly #player: MessagePlayer;
  readonly #keys = new SeenKeys();
  readonly #server: Server;

  private constructor(gateway: string, player: MessagePlayer) {
    this.#gateway = gateway;
    this.#player = player;
    this.#server = createServer((message, response) => {
      void this.#take(message, response).catch(() => message.socket.destroy());
    });
  }

  static async open(gateway: string, player: MessagePlayer): Promise<PlayingProxy> {
    const proxy = new PlayingProxy(gateway, player);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #take(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(message);
    const passing = this.#see(message, body);
    const given = passing === undefined ? undefined : this.#player.shortCircuit(passing);
    if (passing !== undefined && given !== undefined) {
      await this.#sideRequests(given, passing);
      return send(response, given, { 'content-type': given.contentType });
    }
    if (passing === undefined) return this.#passOn(message, body, response);
    const asked = this.#player.request?.(passing) ?? { headers: message.headers, body };
    const answer = await this.#answerOf(message, asked, response);
    const isStream = String(answer.headers['content-type']).startsWith('text/event-stream');
    await (isStream ? this.#stream(answer, response, passing) : this.#play(answer, response, passing));
  }

  #see(message: IncomingMessage, rawBody: Buffer): PassingRequest | undefined {
    const path = message.url ?? '/';
    const route = routeOfPath(message.method ?? '', path);
    if (route === undefined) return undefined;
    const secret = (message.headers.authorization ?? '').replace(/^Bearer /i, '');
    const { key, jobs } = this.#keys.caller(secret);
    const { method = '', headers } = message;
    const { account } = jobs;
    const nowMs = clock.wallMs();
    const body = jsonOf(rawBody);
    const seen: SeenRequest = {
      route,
      method,
      path,
      headers,
      headerNames: message.rawHeaders.filter((_text, place) => place % 2 === 0),
      body,
      rawBody,
      account,
      key,
      nowMs,
      announce: () => undefined,
    };
    return { seen, jobs };
  }

  /** What the gateway answers; rejects where it is lost. */
  #answerOf({ method = 'GET', url = '/' }: IncomingMessage, asked: Asked, response: ServerResponse) {
    const { headers, body } = asked;
    const isBodied = body.length > 0 || headers['content-length'] !== undefined;
    const { 'transfer-encoding': _coding, ...given } = headers;
    const call = request(this.#gateway + url, {
      method,
      headers: isBodied ? { ...given, 'content-length': String(body.length) } : given,
    });
    response.once('close', () => call.destroy());
    call.end(body);
    return new Promise<IncomingMessage>((resolve, reject) => {
      call.on('response', resolve);
      call.on('error', reject);
    });
  }

  /** An answer of the testbed, or one that no route of the contract gives. */
  async #passOn(message: IncomingMessage, body: Buffer, response: ServerResponse) {
    const { method = '', url = '', headers } = message;
    const path = /^\/testbed(\/[^?]*)/.exec(url)?.[1];
    const sent = jsonOf(body);
    const operation = path === undefined ? undefined : { method, path, sent };
    const changed = operation === undefined ? sent : (this.#player.operation?.(operation) ?? sent);
    const asked = { headers, body: changed === sent ? body : Buffer.from(JSON.stringify(changed)) };
    const answer = await this.#answerOf(message, asked, response);
    const given = await bytesOf(answer);
    const learnt = operation === undefined ? undefined : { ...operation, answered: jsonOf(given) };
    if (learnt !== undefined) this.#keys.learn(learnt);
    if (learnt !== undefined) this.#player.learn?.(learnt);
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.end(given);
  }

  async #play(answer: IncomingMessage, response: ServerResponse, passing: PassingRequest): Promise<void> {
    const bytes = await bytesOf(answer);
    const status = answer.statusCode ?? 502;
    const body = jsonOf(bytes);
    const contentType = String(answer.headers['content-type'] ?? '');
    const changed = body === undefined ? undefined : this.#player.answer({ status, contentType, body }, passing);
    await this.#sideRequests(changed, passing);
    const { 'content-length': _length, 'transfer-encoding': _coding, ...headers } = answer.headers;
    const typed = changed === undefined ? headers : { ...headers, 'content-type': changed.contentType };
    const dressed = this.#player.headers?.(typed, passing) ?? typed;
    if (changed !== undefined) return send(response, changed, dressed);
    response.writeHead(status, { ...dressed, 'content-length': String(bytes.length) });
    response.end(bytes);
  }

  async #stream(answer: IncomingMessage, response: ServerResponse, passing: PassingRequest): Promise<void> {
    response.writeHead(answer.statusCode ?? 502, this.#player.headers?.(answer.headers, passing) ?? answer.headers);
    let open = '';
    let index = 0;
    const written = (event: string): string => {
      const text = changedData(event);
      return text === '' ? '' : (this.#player.eventText?.(text, passing) ?? text);
    };
    const changedData = (event: string): string => {
      const data = /^data: ?(\{.*\})$/s.exec(event.trim())?.[1];
      const chunk = data === undefined ? undefined : jsonOf(Buffer.from(data));
      if (!isObject(chunk)) return event;
      const changed: JsonObject | undefined = this.#player.event(chunk, index, passing);
      index += 1;
      return changed === undefined ? '' : `data: ${JSON.stringify(changed)}\n\n`;
    };
    for await (const piece of answer.setEncoding('utf8')) {
      const events = (open + String(piece)).split(/(?<=\n\r?\n)/);
      open = /\n\r?\n$/.test(events.at(-1) ?? '') ? '' : (events.pop() ?? '');
      const text = events.map(written).join('');
      if (text !== '') response.write(text);
    }
    await this.#sideRequests(undefined, passing);
    response.end(open);
  }

  async #sideRequests(answer: SentAnswer | undefined, passing: PassingRequest): Promise<void> {
    for (const own of this.#player.sideRequests(answer, passing)) await this.#ask(own).catch(() => undefined);
  }

  async #ask({ method, path, headers, body }: OwnRequest): Promise<void> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const over = new AbortController();
    const cancel = clock.after(besideLimitMs, () => over.abort());
    const response = await fetch(this.#gateway + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      signal: over.signal,
      ...json,
    });
    await response.arrayBuffer().finally(cancel);
  }
}

function send(response: ServerResponse, { status, body }: SentAnswer, headers: IncomingMessage['headers']) {
  response.writeHead(status, headers);
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function bytesOf(message: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of message) pieces.push(piece);
  return Buffer.concat(pieces);
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as unknown;
  } catch {
    return undefined;
  }
}
