import type { Timer } from '@gateproof/upstreams';
import type { AccountClock } from '../../clock/account-clock.ts';
import { EndpointError } from '../../errors/endpoint-failure.ts';
import type { UpstreamAnswer, UpstreamTransport } from '../../transport/upstream-transport.ts';
import { connectionFailure } from './connection-failure.ts';

/** Most bytes of a refusal that are read to find out its reason. */
const maxRefusalBytes = 64 * 1024;
/** Most bytes of one JSON answer. */
const maxAnswerBytes = 32 * 1024 * 1024;

// A reason made once: making an abort's own, with its stack, costs more than all the rest of a call.
const calledOff = new Error('The gateway called the endpoint off');

export interface EndpointCallOptions {
  readonly clock: AccountClock;
  /** Longest silence of the endpoint, in ms on that clock. */
  readonly limitMs: number;
  /** When the request must be over, on that clock. Default: never. */
  readonly dueAtMs?: number;
  /** Fires when the client has gone. */
  readonly signal: AbortSignal;
}

/** One call to an endpoint in flight: its answer may be read, its silence is limited, and it can be called off. */
export class EndpointCall {
  readonly #options: EndpointCallOptions;
  readonly #abort = new AbortController();
  readonly #callOff = () => this.#abort.abort(calledOff);
  #timer: Timer | undefined;
  #heardAtMs = 0;
  #ranOut: 'timeout' | 'overdue' | undefined;
  #isLeft = false;
  #isWhole = false;

  constructor(options: EndpointCallOptions) {
    this.#options = options;
    if (options.signal.aborted) this.#abort.abort(calledOff);
    else options.signal.addEventListener('abort', this.#callOff, { once: true });
  }

  /** Sends the request. Throws `EndpointError` unless the endpoint answers 2xx. */
  async open(transport: UpstreamTransport, url: string, body: unknown): Promise<UpstreamAnswer> {
    this.#heard();
    this.#watch();
    const answer = await transport.post(url, body, this.#abort.signal).catch((thrown: unknown) => this.#failed(thrown));
    this.#heard();
    if (answer.status >= 200 && answer.status < 300) return answer;
    const text = await this.text(answer, maxRefusalBytes).catch(() => '');
    throw new EndpointError({ how: 'status', status: answer.status, retryAfterMs: answer.retryAfterMs, body: text });
  }

  /** The body's pieces; throws `EndpointError` when the connection is lost or nothing comes for too long. */
  async *pieces(answer: UpstreamAnswer): AsyncGenerator<Uint8Array> {
    const iterator = answer.body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await iterator.next().catch((thrown: unknown) => this.#failed(thrown));
        if (next.done === true) {
          this.#isWhole = true;
          return;
        }
        this.#heard();
        yield next.value;
      }
    } finally {
      if (this.#isLeft) void this.#readOn(iterator);
      else {
        this.close();
        iterator.return?.().catch(() => {});
      }
    }
  }

  /** The whole body as text. */
  async text(answer: UpstreamAnswer, maxBytes = maxAnswerBytes): Promise<string> {
    const decoder = new TextDecoder('utf-8');
    let text = '';
    let bytes = 0;
    for await (const piece of this.pieces(answer)) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new EndpointError({ how: 'malformed' });
      text += decoder.decode(piece, { stream: true });
    }
    return text + decoder.decode();
  }

  /** What is still to come does not matter: the rest is read and thrown away, which drains the endpoint. */
  leave(): void {
    this.#isLeft = true;
  }

  /** Calls the endpoint off; harmless once it has answered whole, or has been left. */
  close(): void {
    if (this.#isLeft) return;
    if (!this.#isWhole) this.#abort.abort(calledOff);
    this.#end();
  }

  async #readOn(iterator: AsyncIterator<Uint8Array>): Promise<void> {
    try {
      while ((await iterator.next()).done !== true) this.#heard();
    } catch {
      // Nobody waits for this answer any more.
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#timer?.cancel();
    this.#options.signal.removeEventListener('abort', this.#callOff);
  }

  #heard(): void {
    this.#heardAtMs = this.#options.clock.now();
  }

  /** One timer for the whole call: when it fires, it sees whether there was silence long enough or the request is due, or goes on for the rest. */
  #watch(): void {
    const { clock, limitMs, dueAtMs = Number.POSITIVE_INFINITY } = this.#options;
    const silentAtMs = this.#heardAtMs + limitMs;
    this.#timer = clock.setTimer(Math.max(0, Math.min(silentAtMs, dueAtMs) - clock.now()), () => {
      const nowMs = clock.now();
      if (nowMs >= dueAtMs) this.#ranOut = 'overdue';
      else if (nowMs >= this.#heardAtMs + limitMs) this.#ranOut = 'timeout';
      else return this.#watch();
      this.#abort.abort(calledOff);
    });
  }

  #failed(thrown: unknown): never {
    throw new EndpointError(this.#ranOut === undefined ? connectionFailure(thrown) : { how: this.#ranOut });
  }
}
