import type { IdempotencyRecord, KeptAnswer } from '../../records/idempotency-record.ts';
import type { Row, Store } from '../../store/store.ts';

/** Held by the request that runs under a key; it is finished, failed or left once. */
export class Ticket {
  readonly #store: Store;
  readonly #running: Map<string, Promise<KeptAnswer | undefined>>;
  readonly #row: Row;
  readonly #failureFreesKey: boolean;
  readonly #answer = Promise.withResolvers<KeptAnswer | undefined>();

  constructor(store: Store, running: Map<string, Promise<KeptAnswer | undefined>>, row: Row, failureFreesKey: boolean) {
    this.#store = store;
    this.#running = running;
    this.#row = row;
    this.#failureFreesKey = failureFreesKey;
    running.set(row.id, this.#answer.promise);
  }

  /** Keeps what the request will be answered, in one step with other rows, while it goes on. */
  accept(answer: KeptAnswer, also: readonly Row[]): Promise<void> {
    return this.#store.save([this.#with({ answer }), ...also]);
  }

  /** Keeps the answer, in one step with other rows. Resolves once it may be sent. */
  async finish(answer: KeptAnswer, also: readonly Row[] = []): Promise<void> {
    await this.#store.save([this.#with({ state: 'finished', answer }), ...also]);
    this.#settle(answer);
  }

  /** The request failed. */
  fail(): void {
    const isOurs = this.#running.get(this.#row.id) === this.#answer.promise;
    if (this.#failureFreesKey && isOurs) {
      void this.#store.save([{ kind: 'key', id: this.#row.id, removed: true }]).catch(() => undefined);
    }
    this.#settle(undefined);
  }

  /** The client went away in the middle: what ran is not run again. */
  leave(): void {
    void this.#store.save([this.#with({ state: 'interrupted' })]).catch(() => undefined);
    this.#settle(undefined);
  }

  #with(change: Partial<IdempotencyRecord>): Row {
    return { ...this.#row, value: { ...(this.#row.value as IdempotencyRecord), ...change } };
  }

  #settle(answer: KeptAnswer | undefined): void {
    if (this.#running.get(this.#row.id) === this.#answer.promise) this.#running.delete(this.#row.id);
    this.#answer.resolve(answer);
  }
}
