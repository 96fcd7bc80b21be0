import type { Clock } from '../../clock/clock.ts';
import type { UpstreamAnswer, UpstreamTransport } from '../../transport/upstream-transport.ts';
import { EndpointError } from './endpoint-failure.ts';

/** Most bytes of a refusal that are read to find out its reason. */
const maxRefusalBytes = 64 * 1024;
/** Most bytes of one JSON answer. */
const maxAnswerBytes = 32 * 1024 * 1024;

/** One call to an endpoint in flight: its answer may be read, its silence is limited, and it can be called off. */
export class EndpointCall {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #abort = new AbortController();
  #timedOut = false;

  /** `limitMs`: longest silence of the endpoint on the given clock. `signal`: the client has gone. */
  constructor(options: { readonly clock: Clock; readonly limitMs: number; readonly signal: AbortSignal }) {
    this.#clock = options.clock;
    this.#limitMs = options.limitMs;
    if (options.signal.aborted) this.#abort.abort();
    else options.signal.addEventListener('abort', () => this.#abort.abort(), { once: true });
  }

  /** Sends the request. Throws `EndpointError` unless the endpoint answers 2xx. */
  async open(transport: UpstreamTransport, url: string, body: unknown): Promise<UpstreamAnswer> {
    const answer = await this.#within(transport.post(url, body, this.#abort.signal), 'unreachable');
    if (answer.status >= 200 && answer.status < 300) return answer;
    const text = await this.text(answer, maxRefusalBytes).catch(() => '');
    throw new EndpointError({ how: 'status', status: answer.status, retryAfterMs: answer.retryAfterMs, body: text });
  }

  /** The body's pieces; throws `EndpointError` when the connection is lost or nothing comes for too long. */
  async *pieces(answer: UpstreamAnswer): AsyncGenerator<Uint8Array> {
    const iterator = answer.body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.#within(iterator.next(), 'broken-off');
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      this.close();
      iterator.return?.().then(
        () => undefined,
        () => undefined,
      );
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

  /** Calls the endpoint off; harmless once it has answered whole. */
  close(): void {
    this.#abort.abort();
  }

  async #within<T>(work: Promise<T>, otherwise: 'unreachable' | 'broken-off'): Promise<T> {
    const timer = this.#clock.setTimer(this.#limitMs, () => {
      this.#timedOut = true;
      this.#abort.abort();
    });
    try {
      return await work;
    } catch {
      throw new EndpointError({ how: this.#timedOut ? 'timeout' : otherwise });
    } finally {
      timer.cancel();
    }
  }
}
