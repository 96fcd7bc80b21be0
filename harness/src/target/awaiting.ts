import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { certificateTrouble } from './certificate-trouble.ts';
import { UnreachableError } from './reach.ts';

const lookAgainMs = 250;

/** How long a target that is not up yet is waited for. */
export interface Wait {
  readonly limitMs: number;
  /** Called once for each thing that is waited for, with a line for people. */
  onWait?(line: string): void;
}

/** Waits until what a run needs is up. All waits together take as long as the limit says, and they end when the signal fires. */
export class Awaiting {
  readonly #wait: Wait;
  readonly #clock: Pick<RunClock, 'nowMs' | 'pause'>;
  readonly #untilMs: number;
  readonly #signal: AbortSignal | undefined;

  constructor(wait: Wait, clock: Pick<RunClock, 'nowMs' | 'pause'>, signal?: AbortSignal) {
    this.#wait = wait;
    this.#clock = clock;
    this.#untilMs = clock.nowMs() + wait.limitMs;
    this.#signal = signal;
  }

  /** The first exchange that shows more than a target on its way up, or the last one before the limit. */
  async answer(name: string, ask: () => Promise<Exchange>): Promise<Exchange> {
    for (let tries = 0; ; tries += 1) {
      const exchange = await ask();
      if (!mayComeUp(exchange) || !(await this.#again(name, tries))) return exchange;
    }
  }

  /** What `open` returns; it is tried again until the limit while it throws `UnreachableError`. */
  async opened<T>(name: string, open: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await open();
      } catch (error) {
        if (!(error instanceof UnreachableError) || !(await this.#again(name, tries))) throw error;
      }
    }
  }

  async #again(name: string, tries: number): Promise<boolean> {
    if (this.#signal?.aborted === true || this.#clock.nowMs() >= this.#untilMs) return false;
    const { limitMs, onWait } = this.#wait;
    if (tries === 0) onWait?.(`waiting up to ${limitMs / 1000} s for ${name}`);
    await this.#clock.pause(lookAgainMs);
    return true;
  }
}

/** What stands before a gateway answers so while it has none to pass a request on to. */
const onTheWayUp: ReadonlySet<number> = new Set([502, 503, 504]);

/** False for what more time would not mend: an answer, another protocol, a certificate. */
function mayComeUp({ response, ending, code }: Exchange): boolean {
  if (response !== undefined) return onTheWayUp.has(response.status);
  return ending !== 'malformed' && code !== 'EPROTO' && certificateTrouble(code) === undefined;
}
