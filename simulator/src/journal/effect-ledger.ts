import { dropOldest } from '../records/drop-oldest.ts';
import type { Generation } from '../records/generation.ts';
import { addUsd } from '../records/usd.ts';

/** How the answer to a submission went out: not yet over, whole, or its connection was lost before its end. */
export type AnswerOutcome = 'open' | 'whole' | 'lost';

/** A chat or media request that was admitted. */
export interface SubmittedRequest {
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  answer: AnswerOutcome;
}

/** What one admitted request did: a request that was answered from its key's first result ran nothing. */
export interface Effect {
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly answer: AnswerOutcome;
  /** What ran for it; undefined: nothing. */
  readonly generation: Generation | undefined;
}

/** The sum for one Idempotency-Key. */
export interface KeyEffects {
  readonly idempotencyKey: string;
  readonly requests: number;
  readonly generations: number;
  readonly chargedUsd: number;
}

/** Most requests of an account that are kept. */
export const mostEffects = 10_000;

/** What ran and what was charged for each newest admitted request of an account: what retries must not multiply. */
export class EffectLedger {
  readonly #requests: SubmittedRequest[] = [];

  add(request: SubmittedRequest): void {
    this.#requests.push(request);
    dropOldest(this.#requests, mostEffects);
  }

  /** In the order of admission. `generations`: all of the account's. */
  effects(generations: readonly Generation[]): readonly Effect[] {
    const byRequest = new Map(generations.map((generation) => [generation.requestId, generation]));
    return this.#requests
      .slice(-mostEffects)
      .map((request) => ({ ...request, generation: byRequest.get(request.requestId) }));
  }

  /** By key, in the order of first use. */
  keys(generations: readonly Generation[]): readonly KeyEffects[] {
    const sums = new Map<string, KeyEffects>();
    for (const { idempotencyKey, generation } of this.effects(generations)) {
      if (idempotencyKey === undefined) continue;
      const sum = sums.get(idempotencyKey) ?? { idempotencyKey, requests: 0, generations: 0, chargedUsd: 0 };
      sums.set(idempotencyKey, {
        idempotencyKey,
        requests: sum.requests + 1,
        generations: sum.generations + (generation === undefined ? 0 : 1),
        chargedUsd: addUsd(sum.chargedUsd, generation?.chargedUsd ?? 0),
      });
    }
    return [...sums.values()];
  }
}
