import type { ServerResponse } from 'node:http';

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
    if (!this.#raw.destroyed) this.#raw.end(events);
  }
}
