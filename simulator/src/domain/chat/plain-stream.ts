import type { PlainAnswer, StreamTiming } from '@gateproof/upstreams';
import type { Model } from '../../records/model.ts';
import type { ChatRun } from './chat-run.ts';
import { identityText } from './identity-text.ts';
import type { RunRecord } from './run-record.ts';

/** A stream whose events are all known. While it is sent it holds what its events share with one another once, and nothing of its request. */
export class PlainStream {
  readonly #timing: StreamTiming;
  readonly #record: RunRecord;
  readonly #model: Model;
  /** What all events begin with. */
  readonly #head: string;
  readonly #chunks: readonly string[];
  readonly #closing: string;
  #taken = 0;

  constructor(run: ChatRun, model: Model, answer: PlainAnswer) {
    this.#timing = answer.timing;
    this.#record = run.record;
    this.#model = model;
    this.#head = `data: ${identityText(run.identity(model), 'chat.completion.chunk')}`;
    this.#chunks = answer.chunks();
    this.#closing = run.world.behaviour.streaming.closing();
  }

  /** Whether it waits before any of its events. */
  get isPaced(): boolean {
    return this.#timing.firstMs > 0 || this.#timing.betweenMs > 0;
  }

  /** Before the next events, in ms on the account's clock; undefined: all have been taken. */
  get waitMs(): number | undefined {
    if (this.#taken === this.#chunks.length) return undefined;
    return this.#taken === 0 ? this.#timing.firstMs : this.#timing.betweenMs;
  }

  /** Takes the events up to the next wait. With the last ones the model has served. */
  take(): string {
    const from = this.#taken;
    // The role goes out with the first token, and what follows the last token with that.
    const to = this.#timing.betweenMs === 0 ? this.#chunks.length : Math.max(from, 1) + 1;
    const isLast = to > this.#timing.tokens;
    this.#taken = isLast ? this.#chunks.length : to;
    if (isLast) this.#record.served(this.#model);
    const texts = this.#chunks.slice(from, this.#taken);
    // All joined at once: text that is put together piece by piece has to be copied again before it is sent.
    texts[0] = this.#head + texts[0];
    texts.push(`${texts.pop()}\n\n${isLast ? this.#closing : ''}`);
    return texts.join(`\n\n${this.#head}`);
  }

  /** The client has gone: nothing more is taken, and what has not been served is not charged. */
  leave(): void {
    this.#taken = this.#chunks.length;
    this.#record.fail('client_disconnected');
  }
}
