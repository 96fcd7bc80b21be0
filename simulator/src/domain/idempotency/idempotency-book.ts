import type { IdempotencyBehaviour } from '../../behaviour/idempotency.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { IdempotencyRecord, KeptAnswer } from './idempotency-record.ts';

/** What claiming a key came to: it is the claimer's to run, or the answer of the first request is at hand. */
export type Claim =
  | { readonly kind: 'run'; readonly ticket: Ticket }
  | { readonly kind: 'replay'; readonly answer: KeptAnswer }
  /** The first request still runs: its answer, or undefined when it comes to nothing. */
  | { readonly kind: 'wait'; readonly answer: Promise<KeptAnswer | undefined> };

/** Held by the request that runs under a key; exactly one of its verbs is called once. */
export interface Ticket {
  finish(answer: KeptAnswer): void;
  /** The request failed or its client has gone. */
  fail(): void;
}

/** A request that claims its key. */
export interface KeyClaim {
  /** Undefined: the request has no key. */
  readonly scope: string | undefined;
  readonly fingerprint: string;
  /** On the account's clock. */
  readonly nowMs: number;
  /** Of a job, as against a conversation. */
  readonly isSubmission: boolean;
}

const noKey: Ticket = { finish: () => undefined, fail: () => undefined };

/** The keys of all accounts and what they led to. Claiming is one step: of equal requests at the same time one runs. */
export class IdempotencyBook {
  readonly #records = new Map<string, IdempotencyRecord>();

  /** Throws the conflict of the behaviour. */
  claim(behaviour: IdempotencyBehaviour, { scope, fingerprint, nowMs, isSubmission }: KeyClaim): Claim {
    if (scope === undefined) return { kind: 'run', ticket: noKey };
    const present = this.#present(scope, nowMs - behaviour.lifetimeMs);
    if (present === undefined) return { kind: 'run', ticket: this.#open(behaviour, scope, fingerprint, nowMs) };
    const same = present.fingerprint === fingerprint;
    const wanted = same
      ? present.state === 'finished'
        ? ((isSubmission ? undefined : behaviour.chatWhenFinished) ?? behaviour.whenFinished)
        : isSubmission
          ? behaviour.whenSubmitting
          : behaviour.whenRunning
      : ((present.state === 'in_progress' ? behaviour.otherBodyWhenRunning : undefined) ?? behaviour.otherBody);
    if (wanted === 'run') return { kind: 'run', ticket: noKey };
    if (wanted === 'replay' && present.state === 'finished') return { kind: 'replay', answer: present.answer };
    if (wanted === 'wait' && present.state === 'in_progress') return { kind: 'wait', answer: present.settled };
    throw conflict(behaviour.refusal, present, same);
  }

  #present(scope: string, forgottenBeforeMs: number): IdempotencyRecord | undefined {
    const record = this.#records.get(scope);
    return record !== undefined && record.sinceMs > forgottenBeforeMs ? record : undefined;
  }

  #open(behaviour: IdempotencyBehaviour, scope: string, fingerprint: string, sinceMs: number): Ticket {
    const { promise, resolve } = Promise.withResolvers<KeptAnswer | undefined>();
    const record: IdempotencyRecord = { state: 'in_progress', fingerprint, sinceMs, settled: promise };
    this.#records.set(scope, record);
    return {
      finish: (answer) => {
        this.#records.set(scope, { state: 'finished', fingerprint, sinceMs, answer });
        resolve(answer);
      },
      fail: () => {
        resolve(undefined);
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
