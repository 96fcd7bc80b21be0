import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock, Timer } from '@gateproof/upstreams';
import type { PlainStream } from '../domain/chat/plain-stream.ts';
import type { EventConnection } from './event-connection.ts';

/** Writes a stream whose events are known to its client, each after its wait on the account's clock. While it waits, it is one timer. */
export class PacedStream {
  readonly #stream: PlainStream;
  readonly #clock: Clock;
  readonly #goOn = () => this.#write();
  #open: (() => EventConnection) | undefined;
  #connection: EventConnection | undefined;
  #timer: Timer | undefined;

  /** `open`: sends the head of the answer; called once the first events are due. */
  constructor(stream: PlainStream, clock: Clock, open: () => EventConnection) {
    this.#stream = stream;
    this.#clock = clock;
    this.#open = open;
  }

  /** Begins with the first wait. `response`: whose client may leave. */
  start(response: ServerResponse): void {
    if (response.closed) {
      this.#leave();
      return;
    }
    response.on('close', () => this.#leave());
    forgetHeaders(response.req);
    if (this.#stream.waitMs === 0) this.#write();
    else this.#wait();
  }

  #write(): void {
    this.#connection ??= this.#open?.();
    this.#open = undefined;
    const events = this.#stream.take();
    if (this.#stream.waitMs === undefined) {
      this.#connection?.end(events);
      return;
    }
    const drained = this.#connection?.write(events);
    if (drained === undefined) this.#wait();
    else void drained.then(() => this.#wait());
  }

  #wait(): void {
    const { waitMs } = this.#stream;
    if (waitMs !== undefined) this.#timer = this.#clock.setTimer(waitMs, this.#goOn);
  }

  #leave(): void {
    this.#timer?.cancel();
    this.#stream.leave();
  }
}

/** Node keeps the headers of a request until its answer is over. */
function forgetHeaders(request: IncomingMessage): void {
  request.rawHeaders = none;
  request.headers = noHeaders;
}

const none: string[] = [];
const noHeaders = {};
