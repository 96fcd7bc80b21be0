import { type ApiKey, monthOf } from '../../records/api-key.ts';
import type { Generation } from '../../records/generation.ts';
import type { Model } from '../../records/model.ts';
import { type Account, charge } from '../../tenants/account.ts';
import { recordGeneration } from '../../tenants/account-records.ts';
import type { Caller } from '../../tenants/admission-request.ts';
import type { ChatWorld } from './chat-run.ts';

/** What is recorded of a conversation that runs: its generation, what is charged for it and how it ends. */
export class RunRecord {
  readonly generation: Generation;
  readonly #world: Pick<ChatWorld, 'keepEnded'>;
  readonly #account: Account;
  readonly #key: ApiKey;
  readonly #month: string;

  /** Charges the most that it can cost, so that requests at the same time can't cross a cap together. */
  constructor(world: Pick<ChatWorld, 'keepEnded'>, caller: Caller, models: readonly Model[], nowMs: number) {
    const { account, key, requestId } = caller;
    this.#world = world;
    this.#account = account;
    this.#key = key;
    this.#month = monthOf(nowMs);
    this.generation = {
      id: account.ids.next('gen_'),
      kind: 'chat',
      model: models[0]?.id ?? '',
      chargedUsd: 0,
      requestId,
      errorCode: null,
      hasEnded: false,
    };
    recordGeneration(account, this.generation);
    let mostUsd = 0;
    for (const { priceUsd } of models) mostUsd = Math.max(mostUsd, priceUsd);
    this.#charge(mostUsd);
  }

  /** The model served, at its price. */
  served({ id, priceUsd }: Model): void {
    this.generation.model = id;
    this.#end(null, priceUsd);
  }

  /** The run failed: the charge is given back. After its end this does nothing. */
  fail(code: string): void {
    this.#end(code, 0);
  }

  #end(errorCode: string | null, costUsd: number): void {
    const { generation } = this;
    if (generation.hasEnded === true) return;
    generation.hasEnded = true;
    generation.errorCode = errorCode;
    this.#charge(costUsd - generation.chargedUsd);
    this.#world.keepEnded(this.#account, generation, this.#key);
  }

  #charge(usd: number): void {
    charge(this.#account, this.#key, this.generation, usd, this.#month);
  }
}
