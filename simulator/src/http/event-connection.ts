import type { ServerResponse } from 'node:http';
import { encodingOf } from './send-straight.ts';

/** Writes a stream of events straight to the client's connection, behind the head of the answer. */
export class EventConnection {
  readonly #raw: ServerResponse;

  constructor(raw: ServerResponse) {
    this.#raw = raw;
  }

  /** Resolves once more can be written, or the client has gone; undefined: at once. */
  write(events: string): Promise<void> | undefined {
    const raw = this.#raw;
    if (raw.destroyed || raw.write(events)) return undefined;
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
    const raw = this.#raw;
    if (raw.destroyed) return;
    if (!raw.chunkedEncoding || events === '') {
      raw.end(events);
      return;
    }
    // The last chunk and the end that HTTP/1.1 has for a stream in one write; Node would make five of them.
    raw.chunkedEncoding = false;
    const length = Buffer.byteLength(events);
    raw.end(`${length.toString(16)}\r\n${events}\r\n0\r\n\r\n`, encodingOf(events, length));
  }
}
