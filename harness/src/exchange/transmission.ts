import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { RunClock } from '../clock/run-clock.ts';
import { endingOf } from './ending-of.ts';
import type { Ending, Exchange, Header, ReceivedResponse, SentRequest } from './exchange.ts';
import { ReadableBody } from './readable-body.ts';
import { SseDecoder } from './sse.ts';
import type { WireRequest } from './wire-request.ts';

/** A body above this is written piece by piece, so that an answer that comes early is read before the connection is lost. */
const writePieceBytes = 64 * 1024;

/** Long enough for a reader to see two pieces as two, in ms. */
const pieceGapMs = 3;

/** So many times its limit an answer may take whose body comes in all the while. */
const extensions = 2;

export interface TransmissionOptions {
  readonly id: string;
  readonly clock: RunClock;
  readonly sent: SentRequest;
  readonly wire: WireRequest;
  readonly bodyLimitBytes: number;
}

/** One request on its way, and what has come back so far. */
export class Transmission {
  readonly #options: TransmissionOptions;
  readonly #client: ClientRequest;
  readonly #finish: (exchange: Exchange) => void;
  readonly #stop: (() => void)[] = [];
  readonly #sse: SseDecoder | undefined;
  #head: { readonly status: number; readonly headers: readonly Header[]; readonly headersAtMs: number } | undefined;
  #message: IncomingMessage | undefined;
  #body: ReadableBody | undefined;
  #connected = false;
  #settled = false;

  constructor(options: TransmissionOptions, client: ClientRequest, finish: (exchange: Exchange) => void) {
    this.#options = options;
    this.#client = client;
    this.#finish = finish;
    this.#sse = options.wire.closeAfterEvents === undefined ? undefined : new SseDecoder();
  }

  /** Writes the request and listens until the exchange has ended; `finish` is then called once. */
  start(): void {
    const { signal } = this.#options.wire;
    this.#client.on('error', (error) => this.#fail(error));
    this.#client.on('response', (message) => this.#receive(message));
    this.#client.on('upgrade', (message) => {
      this.#takeHead(message);
      this.#settle('complete');
      this.#client.destroy();
    });
    this.#client.on('socket', (socket) => this.#watchConnecting(socket));
    this.#client.on('close', () => {
      // A whole message that is still being read ends by itself.
      if (this.#message?.complete !== true)
        this.#settle('cut', 'the connection was closed before the answer was whole');
    });
    this.#expireAfter(this.#options.wire.limitMs);
    if (signal?.aborted === true) {
      this.#giveUp('closed', 'closed before the request was sent');
      return;
    }
    if (signal !== undefined) {
      const abort = () => this.#giveUp('closed', 'closed by the client');
      signal.addEventListener('abort', abort, { once: true });
      this.#stop.push(() => signal.removeEventListener('abort', abort));
    }
    this.#write();
  }

  /** A body that still comes in when its time is up is slow and not stuck: it has as much time again, in all, as long as no piece is that late. */
  #expireAfter(waitMs: number): void {
    const { clock, wire, sent } = this.#options;
    const expire = () => {
      const lastMs = this.#body?.lastAtMs ?? Number.NEGATIVE_INFINITY;
      const inAllMs = Math.min(lastMs + wire.limitMs - sent.atMs, extensions * wire.limitMs);
      const leftMs = sent.atMs + inAllMs - clock.nowMs();
      if (leftMs > 0) this.#expireAfter(Math.ceil(leftMs));
      else this.#giveUp('timeout', `not whole within ${Math.round(Math.max(inAllMs, wire.limitMs))} ms`);
    };
    this.#stop.push(clock.after(waitMs, expire));
  }

  #watchConnecting(socket: Socket): void {
    if (this.#client.reusedSocket) {
      this.#connected = true;
      return;
    }
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      this.#connected = true;
    });
  }

  #write(): void {
    const { body } = this.#options.sent;
    const { pieceBytes = writePieceBytes } = this.#options.wire;
    if (body.length <= pieceBytes) {
      this.#client.end(body);
      return;
    }
    let offset = 0;
    const writeOn = () => {
      if (this.#settled) return;
      const piece = body.subarray(offset, offset + pieceBytes);
      offset += piece.length;
      if (offset >= body.length) this.#client.end(piece);
      else this.#client.write(piece, () => this.#soon(writeOn));
    };
    writeOn();
  }

  #soon(writeOn: () => void): void {
    const { wire, clock } = this.#options;
    if (wire.pieceBytes === undefined) setImmediate(writeOn);
    else this.#stop.push(clock.after(pieceGapMs, writeOn));
  }

  #takeHead(message: IncomingMessage): { readonly headers: readonly Header[] } {
    const headers: Header[] = [];
    for (let i = 0; i + 1 < message.rawHeaders.length; i += 2) {
      headers.push([message.rawHeaders[i] ?? '', message.rawHeaders[i + 1] ?? '']);
    }
    this.#message = message;
    this.#head = { status: message.statusCode ?? 0, headers, headersAtMs: this.#options.clock.nowMs() };
    return this.#head;
  }

  #receive(message: IncomingMessage): void {
    if (this.#settled) return;
    const { clock, wire } = this.#options;
    if (wire.bodyLimitMs !== undefined)
      this.#stop.push(
        clock.after(wire.bodyLimitMs, () => this.#settle('closed', 'the rest of the body was not waited for')),
      );
    const { headers } = this.#takeHead(message);
    const body = new ReadableBody(headers, {
      limitBytes: this.#options.bodyLimitBytes,
      nowMs: () => clock.nowMs(),
      onRead: (piece, atMs) => this.#read(piece, atMs),
      onTooLarge: () => this.#giveUp('too-large', this.#tooLarge()),
    });
    this.#body = body;
    message.on('data', (piece: Uint8Array) => {
      if (!this.#settled) body.take(piece);
    });
    message.on('error', (error) => this.#fail(error));
    message.on('end', () => {
      this.#settle('complete');
      if (!this.#client.writableFinished) this.#client.destroy();
    });
  }

  #read(piece: Uint8Array, atMs: number): void {
    const { closeAfterEvents } = this.#options.wire;
    if (this.#settled || this.#sse === undefined || closeAfterEvents === undefined) return;
    this.#sse.push(piece, atMs);
    if (this.#sse.events.length >= closeAfterEvents) {
      this.#giveUp('closed', `closed by the client after ${this.#sse.events.length} events`);
    }
  }

  #fail(error: Error): void {
    this.#drain();
    const ending = endingOf(error, { connected: this.#connected, whole: this.#message?.complete === true });
    if (ending === 'complete') this.#settle('complete');
    else this.#settle(ending, describe(error), codeOf(error));
  }

  /** Takes what was parsed before an error but not yet handed over. */
  #drain(): void {
    if (this.#message === undefined) return;
    let piece: unknown;
    do piece = this.#message.read();
    while (piece !== null);
  }

  #giveUp(ending: Ending, trouble: string): void {
    this.#settle(ending, trouble);
    this.#client.destroy();
  }

  #settle(ending: Ending, trouble?: string, code?: string): void {
    if (this.#settled) return;
    this.#settled = true;
    for (const stop of this.#stop) stop();
    const { id, sent, clock } = this.#options;
    const ended = {
      id,
      side: 'request' as const,
      request: sent,
      ending,
      ...(trouble === undefined ? {} : { trouble }),
      ...(code === undefined ? {} : { code }),
      endedAtMs: clock.nowMs(),
    };
    const body = this.#body;
    // Who closes it does not read what is still to be decoded.
    if (body?.isDecoding !== true || ending === 'closed') this.#finish(this.#whole(ended));
    else void body.finish(ending === 'complete').then(() => this.#finish(this.#whole(ended)));
  }

  /** A body may have turned out to be too large when its last bytes were decoded. */
  #whole(ended: Exchange): Exchange {
    if (this.#head === undefined) return ended;
    const read = this.#body?.read() ?? { body: new Uint8Array(), arrivals: [] };
    const response: ReceivedResponse = { ...this.#head, ...read };
    if (ended.ending !== 'complete' || this.#body?.isTooLarge !== true) return { ...ended, response };
    return { ...ended, response, ending: 'too-large', trouble: this.#tooLarge() };
  }

  #tooLarge(): string {
    return `more than ${this.#options.bodyLimitBytes} bytes of body`;
  }
}

/** One line: what OpenSSL says has places in its sources and a line break. */
function describe(error: Error): string {
  const { message } = causeOf(error);
  const code = codeOf(error);
  const line = message.replace(/\s+/g, ' ').trim();
  return code === undefined || line.includes(code) ? line : `${line} (${code})`;
}

function codeOf(error: Error): string | undefined {
  const cause = causeOf(error);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}

/** The first of several errors that came to one. */
function causeOf(error: Error): Error {
  const cause = 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : error;
  return cause instanceof Error ? cause : error;
}
