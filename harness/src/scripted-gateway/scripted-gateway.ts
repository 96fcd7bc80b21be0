import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange, SentRequest } from '../exchange/exchange.ts';
import { readJson } from '../exchange/json.ts';
import type { Recorder } from '../exchange/recorder.ts';
import { rawHeadersOf, readBody } from '../receiver/read-delivery.ts';
import { inAskedForm } from './in-asked-form.ts';
import type { AnswerClient, ClientRequest, ScriptedAnswer } from './scripted-answer.ts';

const bodyLimitBytes = 8 * 1024 * 1024;
/** Between pieces that arrive apart, in ms: on a busy machine too, a reader takes most of them by themselves. */
const apartMs = 40;

/** The API keys of a place: letters of both cases and the marks that a token may have, so that a client which alters one is seen. */
export function scriptedKeysOf(token: string): Readonly<Record<'first' | 'second', string>> {
  return { first: `sk-${token}-SeCret_0.9~A+b/c==`, second: `sk-${token}-OtHer_1.8~B+d/e==` };
}

/** A caller of a case; each has an API key of its own, and so is a client of its own. */
export type Caller = 'first' | 'second' | `other-${number}`;

function scriptedKeyOf(token: string, caller: Caller): string {
  if (caller === 'first' || caller === 'second') return scriptedKeysOf(token)[caller];
  return `sk-${token}-${caller}-ThIrD_2.7~C+f/g==`;
}

/** Whether this is the key of one of a case's callers. */
export function isScriptedKey(token: string, key: string): boolean {
  const other = /-(other-\d+)-/.exec(key)?.[1] as Caller | undefined;
  return (
    Object.values(scriptedKeysOf(token)).includes(key) || (other !== undefined && key === scriptedKeyOf(token, other))
  );
}

type ServePlace = (message: IncomingMessage, response: ServerResponse, path: string) => void;

/** One case's part of the scripted gateway. */
export interface ScriptedPlace {
  /** Base URL to give to the client. */
  readonly baseUrl: string;
  /** Another base URL of the same place: whoever is given it is a client of its own, which remembers nothing of the others. */
  freshBaseUrl(): string;
  readonly apiKeys: ReturnType<typeof scriptedKeysOf>;
  apiKeyOf(caller: Caller): string;
  answer(decide: AnswerClient): void;
  requests(): readonly ClientRequest[];
  /** Throws what the case's own answers threw, if they did: the client was answered 500 then, which says nothing of it. */
  requireAnswers(): void;
  close(): void;
}

/** A gateway on this machine that answers exactly what a check wants, request by request, and records all of them. */
export class ScriptedGateway {
  readonly #server: Server;
  readonly #clock: RunClock;
  readonly #places = new Map<string, ServePlace>();
  #opened = 0;

  private constructor(server: Server, clock: RunClock) {
    this.#server = server;
    this.#clock = clock;
    server.on('request', (message: IncomingMessage, response: ServerResponse) => {
      if (answerProbe(message, response)) return;
      const [, token = '', rest = '/'] = /^\/([^/.]+)(?:\.\d+)?(\/.*)?$/.exec(message.url ?? '/') ?? [];
      const place = this.#places.get(token);
      const astray = place === undefined ? this.#placeByKey(message) : undefined;
      if (place !== undefined) place(message, response, rest);
      else if (astray !== undefined) astray(message, response, message.url ?? '/');
      else response.writeHead(404).end();
    });
  }

  static async open(clock: RunClock): Promise<ScriptedGateway> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ScriptedGateway(server, clock);
  }

  /** The place whose key a request carries that went to no place's path. */
  #placeByKey({ rawHeaders, url }: IncomingMessage): ServePlace | undefined {
    const text = `${rawHeaders.join('\n')}\n${decoded(url ?? '')}`.toLowerCase();
    return [...this.#places].find(([token]) =>
      Object.values(scriptedKeysOf(token)).some((key) => text.includes(key.toLowerCase())),
    )?.[1];
  }

  /** A place of its own for one case: a path and an API key. */
  place(recorder: Recorder): ScriptedPlace {
    this.#opened += 1;
    const token = `case${this.#opened}`;
    const { port } = this.#server.address() as AddressInfo;
    const requests: ClientRequest[] = [];
    let fresh = 0;
    let decide: AnswerClient = () => ({ status: 404, body: {} });
    let thrown: { readonly error: unknown } | undefined;
    const answer: AnswerClient = (request) => {
      try {
        return decide(request);
      } catch (error) {
        thrown ??= { error };
        return { status: 500 };
      }
    };
    this.#places.set(token, (message, response, path) => {
      void this.#serve(message, response, path, recorder, requests, answer);
    });
    return {
      baseUrl: `http://127.0.0.1:${port}/${token}`,
      freshBaseUrl() {
        fresh += 1;
        return `http://127.0.0.1:${port}/${token}.${fresh}`;
      },
      apiKeys: scriptedKeysOf(token),
      apiKeyOf: (caller) => scriptedKeyOf(token, caller),
      answer: (next) => {
        decide = next;
      },
      requests: () => requests,
      requireAnswers() {
        if (thrown !== undefined) throw thrown.error;
      },
      close: () => this.#places.delete(token),
    };
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #serve(
    message: IncomingMessage,
    response: ServerResponse,
    path: string,
    recorder: Recorder,
    requests: ClientRequest[],
    decide: AnswerClient,
  ): Promise<void> {
    const atMs = this.#clock.nowMs();
    response.on('error', () => undefined);
    let isClosed = false;
    response.on('close', () => {
      isClosed = !response.writableFinished;
    });
    const id = recorder.begin();
    const body = (await readBody(message, bodyLimitBytes)) ?? new Uint8Array();
    const url = `http://${message.headers.host ?? '127.0.0.1'}${message.url ?? '/'}`;
    const sent: SentRequest = { method: message.method ?? '', url, headers: rawHeadersOf(message), body, atMs };
    const reading = readJson(body);
    const pending: Exchange = { id, side: 'request', request: sent, ending: 'closed', endedAtMs: atMs };
    const request: ClientRequest = {
      exchange: pending,
      method: sent.method,
      path,
      json: reading.ok ? reading.value : undefined,
      number: requests.length + 1,
      isClosed: () => isClosed,
    };
    requests.push(request);
    const answer = inAskedForm(decide(request), request);
    await answer.after;
    if ((answer.afterMs ?? 0) > 0) await this.#clock.pause(answer.afterMs ?? 0);
    if (answer.ending === 'lost') {
      message.socket.destroy();
      recorder.record({ ...pending, ending: 'cut', endedAtMs: this.#clock.nowMs() });
      return;
    }
    const written = await this.#write(response, answer);
    const headers = Object.entries(answer.headers ?? {});
    recorder.record({
      ...pending,
      response: {
        status: answer.status ?? 200,
        headers,
        body: written,
        arrivals: [],
        headersAtMs: this.#clock.nowMs(),
      },
      ending: answer.ending === 'cut' ? 'cut' : 'complete',
      endedAtMs: this.#clock.nowMs(),
    });
  }

  /** Writes an answer and returns its bytes. */
  async #write(response: ServerResponse, answer: ScriptedAnswer): Promise<Uint8Array> {
    const isStream = answer.events !== undefined;
    const type = isStream ? 'text/event-stream' : 'application/json';
    const pieces = answer.events ?? [
      typeof answer.body === 'string' ? answer.body : answer.body === undefined ? '' : JSON.stringify(answer.body),
    ];
    const whole = Buffer.from(pieces.join(''));
    response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers });
    const gapMs = answer.pieceGapMs ?? (answer.cutAt === undefined ? undefined : apartMs);
    for (const part of partsOf(whole, pieces, answer)) {
      if (response.destroyed) break;
      await new Promise<void>((resolve) => response.write(part, () => setImmediate(resolve)));
      if (gapMs !== undefined) await this.#clock.pause(gapMs);
    }
    if (answer.ending === 'cut') response.destroy();
    else if (answer.ending !== 'hold') response.end();
    else if (answer.holdMs !== undefined) this.#clock.after(answer.holdMs, () => response.end());
    return whole;
  }
}

/** A browser's preflight and a probe of the catalogue are no requests of the contract: any client may send them (freedom F138). */
function answerProbe({ method, url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const isCatalogue = /\/v1\/models(\/|\?|$)/.test(url);
  if (method !== 'OPTIONS' && !(method === 'HEAD' && isCatalogue)) return false;
  const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET, POST' };
  const headers = { ...allowed, 'access-control-allow-headers': '*, authorization' };
  response.writeHead(method === 'OPTIONS' ? 204 : 200, headers).end();
  return true;
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** What is written at once, one after the other. */
function partsOf(whole: Buffer, pieces: readonly string[], { pieceBytes, cutAt }: ScriptedAnswer): readonly Buffer[] {
  if (cutAt !== undefined) return cutInto(whole, cutAt(whole));
  return pieceBytes === undefined ? pieces.map((piece) => Buffer.from(piece)) : chopped(whole, pieceBytes);
}

function cutInto(whole: Buffer, offsets: readonly number[]): readonly Buffer[] {
  const inside = [...new Set(offsets)].filter((offset) => offset > 0 && offset < whole.length).sort((a, b) => a - b);
  return [0, ...inside].map((offset, place) => whole.subarray(offset, inside[place] ?? whole.length));
}

function chopped(whole: Buffer, size: number): readonly Buffer[] {
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, place) =>
    whole.subarray(place * size, (place + 1) * size),
  );
}
