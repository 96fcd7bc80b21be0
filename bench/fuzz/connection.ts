import net from 'node:net';
import { clock } from '../clock.ts';
import type { WireRequest } from './bad-request.ts';
import { readAnswer, type WireAnswer } from './read-answers.ts';

/** What came back for the bytes that were sent. */
export interface Outcome {
  readonly answers: readonly WireAnswer[];
  /** Bytes that are no answer, or only part of one. */
  readonly rest: string;
  /** Nothing more came within the limit, and the connection stayed open. */
  readonly isHung: boolean;
}

/** A connection to the gateway; opened anew whenever the gateway has closed it. */
export class Connection {
  readonly #at: { readonly host: string; readonly port: number };
  readonly #limitMs: number;
  #socket: net.Socket | undefined;

  /** `limitMs`: how long an answer is waited for. */
  constructor(at: { readonly host: string; readonly port: number }, limitMs: number) {
    this.#at = at;
    this.#limitMs = limitMs;
  }

  /** Sends a request. One that is not framed gets a connection of its own that is ended from this side. */
  send(request: WireRequest): Promise<Outcome> {
    if (request.isFramed) {
      const isOpen = this.#socket?.writable === true && !this.#socket.readableEnded;
      const socket = isOpen && this.#socket !== undefined ? this.#socket : net.connect(this.#at);
      this.#socket = socket;
      return this.#exchange(socket, request).then((outcome) => this.#keepOrClose(socket, outcome));
    }
    return this.#exchange(net.connect({ ...this.#at, allowHalfOpen: true }), request);
  }

  close(): void {
    this.#socket?.destroy();
  }

  #keepOrClose(socket: net.Socket, outcome: Outcome): Outcome {
    const closes =
      outcome.isHung || outcome.answers.length !== 1 || /\r\nconnection: close/.test(outcome.answers[0]?.head ?? '');
    if (closes) {
      socket.destroy();
      this.#socket = undefined;
    }
    return outcome;
  }

  #exchange(socket: net.Socket, { bytes, method, isFramed }: WireRequest): Promise<Outcome> {
    return new Promise((resolve) => {
      let received = Buffer.alloc(0);
      const settle = (hasEnded: boolean, isHung: boolean) => {
        const { answers, rest } = split(received, hasEnded, method);
        if (!hasEnded && !isHung && (!isFramed || answers.length === 0)) return;
        cancel();
        socket.removeAllListeners();
        socket.on('error', () => undefined);
        if (!isFramed) socket.destroy();
        resolve({ answers, rest, isHung });
      };
      const cancel = clock.after(this.#limitMs, () => settle(false, true));
      socket.on('data', (piece) => {
        received = Buffer.concat([received, piece]);
        settle(false, false);
      });
      socket.on('error', () => settle(true, false));
      socket.on('close', () => settle(true, false));
      socket.on('end', () => settle(true, false));
      socket.write(bytes);
      if (!isFramed) socket.end();
    });
  }
}

function split(bytes: Buffer, hasEnded: boolean, method: string): Pick<Outcome, 'answers' | 'rest'> {
  const answers: WireAnswer[] = [];
  let at = 0;
  for (;;) {
    const answer = at < bytes.length ? readAnswer(bytes, at, hasEnded, method) : undefined;
    if (answer === undefined) return { answers, rest: bytes.toString('latin1', at) };
    answers.push(answer);
    at = answer.end;
  }
}
