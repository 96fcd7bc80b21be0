import type { IdempotencyBehaviour } from '../../behaviour/idempotency.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { IdempotencyRecord, KeptAnswer } from './idempotency-record.ts';

/** What claiming a key came to: it is the claimer's to run, or the answer of the first request is at hand. */
export type Claim =
  | { readonly kind: 'run'; readonly ticket: Ticket }
  | { readonly kind: 'replay'; readonly answer: KeptAnswer };

/** Held by the request that runs under a key; exactly one of its verbs is called once. */
export interface Ticket {
  finish(answer: KeptAnswer): void;
  /** The request failed or its client has gone. */
  fail(): void;
}

const noKey: Ticket = { finish: () => undefined, fail: () => undefined };

/** The keys of all accounts and what they led to. Claiming is one step: of equal requests at the same time one runs. */
export class IdempotencyBook {
  readonly #records = new Map<string, IdempotencyRecord>();

  /** `scope` undefined: the request has no key. Throws the conflict of the behaviour. */
  claim(behaviour: IdempotencyBehaviour, scope: string | undefined, fingerprint: string, nowMs: number): Claim {
    if (scope === undefined) return { kind: 'run', ticket: noKey };
    const present = this.#present(scope, nowMs - behaviour.lifetimeMs);
    if (present === undefined) return { kind: 'run', ticket: this.#open(behaviour, scope, fingerprint, nowMs) };
    const same = present.fingerprint === fingerprint;
    const wanted = same
      ? present.state === 'finished'
        ? behaviour.whenFinished
        : behaviour.whenRunning
      : behaviour.otherBody;
    if (wanted === 'run') return { kind: 'run', ticket: noKey };
    if (wanted === 'replay' && present.state === 'finished') return { kind: 'replay', answer: present.answer };
    throw conflict(behaviour.refusal, present, same);
  }

  #present(scope: string, forgottenBeforeMs: number): IdempotencyRecord | undefined {
    const record = this.#records.get(scope);
    return record !== undefined && record.sinceMs > forgottenBeforeMs ? record : undefined;
  }

  #open(behaviour: IdempotencyBehaviour, scope: string, fingerprint: string, sinceMs: number): Ticket {
    const record: IdempotencyRecord = { state: 'in_progress', fingerprint, sinceMs };
    this.#records.set(scope, record);
    return {
      finish: (answer) => this.#records.set(scope, { ...record, state: 'finished', answer }),
      fail: () => {
        if (behaviour.failureFreesKey && this.#records.get(scope) === record) this.#records.delete(scope);
      },
    };
  }
}

function conflict(code: string, { state }: IdempotencyRecord, same: boolean): GatewayError {
  const why = same
    ? `A request with this Idempotency-Key is ${state === 'finished' ? 'finished' : 'in progress'}.`
    : 'This Idempotency-Key was used with another body.';
  return new GatewayError(code, why, { scope: 'request', conflict: { state, usage: null, cost: null } });
}
