import type { ServerResponse } from 'node:http';
import { encodingOf } from './send-straight.ts';

const lastChunk = '0\r\n\r\n';

/**
 * Writes a stream of events straight to the client's connection, behind the head of the answer. It frames the chunks of HTTP/1.1 itself, so that each takes
 * one write; Node makes four of them.
 */
export class EventConnection {
  readonly #raw: ServerResponse;
  readonly #isChunked: boolean;

  constructor(raw: ServerResponse) {
    this.#raw = raw;
    this.#isChunked = raw.chunkedEncoding;
    raw.chunkedEncoding = false;
  }

  /** Resolves once more can be written, or the client has gone; undefined: at once. */
  write(events: string): Promise<void> | undefined {
    const raw = this.#raw;
    if (raw.destroyed) return undefined;
    const { text, encoding } = this.#framed(events);
    if (raw.write(text, encoding)) return undefined;
    return new Promise((resolve) => {
      const done = () => {
        raw.off('drain', done).off('close', done);
        resolve();
      };
      raw.once('drain', done).once('close', done);
    });
  }

  /** Writes what comes last. */
  end(events: string): void {
    if (this.#raw.destroyed) return;
    const { text, encoding } = this.#framed(events);
    this.#raw.end(this.#isChunked ? text + lastChunk : text, encoding);
  }

  #framed(events: string): { readonly text: string; readonly encoding: BufferEncoding } {
    const length = Buffer.byteLength(events);
    const text = this.#isChunked && length > 0 ? `${length.toString(16)}\r\n${events}\r\n` : events;
    return { text, encoding: encodingOf(events, length) };
  }
}
