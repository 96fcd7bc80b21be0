import type { StreamingBehaviour } from '../../behaviour/streaming.ts';

/** Writes events to a client; resolves once more can be written, undefined: at once. */
export type WriteEvents = (events: string) => Promise<void> | undefined;

/** The events of a stream that are ready to go out together. */
export class EventQueue {
  readonly #streaming: StreamingBehaviour;
  readonly #write: WriteEvents;
  #ready: string[] = [];

  constructor(streaming: StreamingBehaviour, write: WriteEvents) {
    this.#streaming = streaming;
    this.#write = write;
  }

  add(event: string): void {
    this.#ready.push(event);
  }

  /** Writes what is ready, but for the newest events that the relay lags behind. */
  flush(): Promise<void> | undefined {
    const { lag } = this.#streaming;
    const going = lag === 0 ? this.#ready : this.#ready.slice(0, -lag);
    this.#ready = lag === 0 ? [] : this.#ready.slice(-lag);
    return going.length === 0 ? undefined : this.#write(going.join(''));
  }

  /** Takes out everything that has not been written. */
  rest(): string {
    return this.#ready.splice(0).join('');
  }
}
