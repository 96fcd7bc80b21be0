import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Account, ApiKey, OwnRequest, SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import { isObject, type JsonObject } from '@gateproof/spec';
import { clock } from '../clock.ts';
import type { PassingRequest, Player } from './player.ts';
import { routeOfPath } from './route-of-path.ts';
import { partly, SeenJobs } from './seen-jobs.ts';

/** How long a request that is made besides may take, in ms. */
const besideLimitMs = 5_000;

/** Stands before a gateway and plays a deviation on what passes; the testbed's operations pass as they are. */
export class PlayingProxy {
  readonly #gateway: string;
  readonly #player: Player;
  readonly #callers = new Map<string, SeenJobs>();
  readonly #server: Server;

  private constructor(gateway: string, player: Player) {
    this.#gateway = gateway;
    this.#player = player;
    this.#server = createServer((message, response) => {
      void this.#take(message, response).catch(() => message.socket.destroy());
    });
  }

  static async open(gateway: string, player: Player): Promise<PlayingProxy> {
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
    if (passing === undefined) return this.#forward(message, body, response, undefined);
    const given = this.#player.instead(passing);
    if (given === undefined) return this.#forward(message, body, response, passing);
    await this.#besides(given, passing);
    send(response, given, {});
  }

  #see(message: IncomingMessage, rawBody: Buffer): PassingRequest | undefined {
    const path = message.url ?? '/';
    const route = routeOfPath(message.method ?? '', path);
    if (route === undefined) return undefined;
    const secret = (message.headers.authorization ?? '').replace(/^Bearer /i, '');
    const jobs = this.#callers.get(secret) ?? new SeenJobs(secret);
    this.#callers.set(secret, jobs);
    const { method = '', headers } = message;
    const account: Account = jobs.account;
    const key = partly<ApiKey>({ id: secret, secret });
    const nowMs = clock.nowMs();
    const body = jsonOf(rawBody);
    const seen: SeenRequest = {
      route,
      method,
      path,
      headers,
      body,
      rawBody,
      account,
      key,
      nowMs,
      announce: () => undefined,
    };
    return { seen, jobs };
  }

  #forward(
    message: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    passing: PassingRequest | undefined,
  ): Promise<void> {
    const headers = { ...message.headers, 'content-length': String(body.length) };
    const bare = body.length === 0 && message.headers['content-length'] === undefined;
    const call = request(this.#gateway + (message.url ?? '/'), {
      method: message.method ?? 'GET',
      headers: bare ? message.headers : headers,
    });
    response.once('close', () => call.destroy());
    return new Promise<void>((resolve) => {
      const lost = () => {
        message.socket.destroy();
        resolve();
      };
      call.on('error', lost);
      call.on('response', (answer) => void this.#pass(answer, response, passing).then(resolve, lost));
      call.end(body);
    });
  }

  async #pass(answer: IncomingMessage, response: ServerResponse, passing: PassingRequest | undefined): Promise<void> {
    const contentType = String(answer.headers['content-type'] ?? '');
    if (passing !== undefined && contentType.startsWith('text/event-stream'))
      return this.#stream(answer, response, passing);
    const body = await bytesOf(answer);
    const status = answer.statusCode ?? 502;
    const json = jsonOf(body);
    if (passing === undefined || json === undefined) {
      response.writeHead(status, answer.headers);
      response.end(body);
      return;
    }
    const changed = this.#player.answer({ status, contentType, body: json }, passing);
    await this.#besides(changed, passing);
    const { 'content-length': _length, 'transfer-encoding': _coding, ...headers } = answer.headers;
    send(response, changed, headers);
  }

  async #stream(answer: IncomingMessage, response: ServerResponse, passing: PassingRequest): Promise<void> {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    let open = '';
    let index = 0;
    const written = (event: string): string => {
      const data = /^data: ?(\{.*\})$/s.exec(event.trim())?.[1];
      const chunk = data === undefined ? undefined : jsonOf(Buffer.from(data));
      if (!isObject(chunk)) return event;
      const changed: JsonObject | undefined = this.#player.event(chunk, index, passing);
      index += 1;
      return changed === undefined ? '' : `data: ${JSON.stringify(changed)}\n\n`;
    };
    for await (const piece of answer.setEncoding('utf8')) {
      const events = (open + String(piece)).split(/(?<=\n\n)/);
      open = events.at(-1)?.endsWith('\n\n') ? '' : (events.pop() ?? '');
      const text = events.map(written).join('');
      if (text !== '') response.write(text);
    }
    await this.#besides(undefined, passing);
    response.end(open);
  }

  async #besides(answer: SentAnswer | undefined, passing: PassingRequest): Promise<void> {
    for (const own of this.#player.besides(answer, passing)) await this.#ask(own).catch(() => undefined);
  }

  async #ask({ method, path, headers, body }: OwnRequest): Promise<void> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(this.#gateway + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(besideLimitMs),
      ...json,
    });
    await response.arrayBuffer();
  }
}

function send(
  response: ServerResponse,
  { status, contentType, body }: SentAnswer,
  headers: IncomingMessage['headers'],
) {
  response.writeHead(status, { ...headers, 'content-type': contentType });
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
