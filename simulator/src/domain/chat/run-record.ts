import { type ApiKey, monthOf } from '../../records/api-key.ts';
import type { Generation } from '../../records/generation.ts';
import type { Model } from '../../records/model.ts';
import { type Account, charge } from '../../tenants/account.ts';
import { recordGeneration } from '../../tenants/account-records.ts';
import type { Caller } from '../../tenants/admission-request.ts';

/** Keeps what a generation that has ended came to. */
export type KeepEnded = (account: Account, generation: Generation, key: ApiKey) => void;

/** A conversation as it begins. */
export interface RunStart {
  readonly caller: Caller;
  /** The requested model. */
  readonly model: string;
  /** The most that it can cost. */
  readonly mostUsd: number;
  /** On the account's clock. */
  readonly atMs: number;
}

/** What is recorded of a conversation that runs: its generation, what is charged for it and how it ends. */
export class RunRecord {
  readonly generation: Generation;
  readonly #keepEnded: KeepEnded;
  readonly #account: Account;
  readonly #key: ApiKey;
  readonly #month: string;

  /** Charges the most that it can cost before it runs, so that requests at the same time can't cross a cap together. */
  constructor(keepEnded: KeepEnded, { caller, model, mostUsd, atMs }: RunStart) {
    const { account, key, requestId } = caller;
    this.#keepEnded = keepEnded;
    this.#account = account;
    this.#key = key;
    this.#month = monthOf(atMs);
    this.generation = {
      id: account.ids.next('gen_'),
      kind: 'chat',
      model,
      chargedUsd: 0,
      requestId,
      errorCode: null,
      hasEnded: false,
    };
    recordGeneration(account, this.generation);
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
    this.#keepEnded(this.#account, generation, this.#key);
  }

  #charge(usd: number): void {
    charge(this.#account, this.#key, this.generation, usd, this.#month);
  }
}
