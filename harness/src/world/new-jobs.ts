import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { objectOf } from '../exchange/json-of.ts';

/** A job may be read from a replica that has not heard of it for a moment, never after its first second (freedom F110). */
const newForMs = 1_000;
const lookAgainMs = 50;

/** The jobs that an account was given a moment ago. */
export class NewJobs {
  readonly #clock: Pick<RunClock, 'nowMs' | 'pause'>;
  readonly #givenAtMs = new Map<string, number>();

  constructor(clock: Pick<RunClock, 'nowMs' | 'pause'>) {
    this.#clock = clock;
  }

  /** Notes the job that the answer to a submission carries, and gives the answer back. */
  note(exchange: Exchange): Exchange {
    const status = exchange.response?.status ?? 0;
    const id = status >= 200 && status < 300 ? objectOf(exchange)?.id : undefined;
    if (typeof id === 'string' && !this.#givenAtMs.has(id)) this.#givenAtMs.set(id, this.#clock.nowMs());
    return exchange;
  }

  /** Reads a job, and again while it is not found although it is new. */
  async read(id: string, send: () => Promise<Exchange>): Promise<Exchange> {
    for (;;) {
      const exchange = await send();
      const givenAtMs = this.#givenAtMs.get(id) ?? Number.NEGATIVE_INFINITY;
      if (exchange.response?.status !== 404 || this.#clock.nowMs() - givenAtMs > newForMs) return exchange;
      await this.#clock.pause(lookAgainMs);
    }
  }
}
