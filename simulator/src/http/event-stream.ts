import { Readable } from 'node:stream';

/** The bytes of a stream of events, for those who change an answer before it is sent. Written to like a connection. */
export class EventStream extends Readable {
  #resume: (() => void) | undefined;

  constructor() {
    super({ highWaterMark: 1024 });
  }

  /** Resolves once more can be written, or nobody reads any more; undefined: at once. */
  write(events: string): Promise<void> | undefined {
    if (this.destroyed || this.push(events)) return undefined;
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  /** Writes what comes last. */
  end(events: string): void {
    if (this.destroyed) return;
    if (events !== '') this.push(events);
    this.push(null);
  }

  override _read(): void {
    this.#goOn();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#goOn();
    callback(error);
  }

  #goOn(): void {
    const resume = this.#resume;
    this.#resume = undefined;
    resume?.();
  }
}
