import type { IdempotencyBehaviour } from '../../behaviour/idempotency.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { IdempotencyRecord, KeptAnswer } from '../../records/idempotency-record.ts';
import type { Row, Store } from '../../store/store.ts';
import type { Account } from '../../tenants/account.ts';
import { Ticket } from './ticket.ts';

/** What claiming a key came to: it is the claimer's to run, or the answer of the first request is at hand. */
export type Claim =
  /** `ticket`: undefined where a behaviour lets a request run although another one has its key. */
  | { readonly kind: 'run'; readonly ticket: Ticket | undefined }
  | { readonly kind: 'replay'; readonly answer: KeptAnswer }
  /** The first request still runs: its answer, or undefined when it comes to nothing. */
  | { readonly kind: 'wait'; readonly answer: Promise<KeptAnswer | undefined> };

/** A request that claims its key. */
export interface KeyClaim {
  readonly scope: string;
  readonly fingerprint: string;
  readonly account: Account;
  /** Of a job, as against a conversation. */
  readonly isSubmission: boolean;
}

const sweepMs = 3_600_000;

/** The keys of all accounts and what they led to. Claiming is one step of the store: of equal requests at the same time one runs. */
export class IdempotencyBook {
  readonly #store: Store;
  /** The answers that requests running here will have; undefined ones when they come to nothing. */
  readonly #running = new Map<string, Promise<KeptAnswer | undefined>>();

  /** When the expired keys of an account are looked for again, on its clock. */
  readonly #nextSweepMs = new WeakMap<Account, number>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Rejects with the conflict of the behaviour. */
  async claim(behaviour: IdempotencyBehaviour, claim: KeyClaim): Promise<Claim> {
    const { scope, fingerprint, account, isSubmission } = claim;
    const nowMs = account.clock.now();
    const record: IdempotencyRecord = { state: 'in_progress', fingerprint, isSubmission };
    const dueAtMs = nowMs + behaviour.lifetimeMs;
    this.#sweep(account, nowMs);
    const row: Row = { kind: 'key', id: scope, account: account.id, value: record, dueAtMs };
    const present = await this.#store.claim(row, nowMs);
    if (present === undefined) {
      const ticket = new Ticket(this.#store, this.#running, row, behaviour.failureFreesKey);
      return { kind: 'run', ticket };
    }
    return this.#answerOf(behaviour, claim, present.value as IdempotencyRecord);
  }

  /** Drops the account's keys that have expired, once an hour of its clock. */
  #sweep(account: Account, nowMs: number): void {
    if (nowMs < (this.#nextSweepMs.get(account) ?? 0)) return;
    this.#nextSweepMs.set(account, nowMs + sweepMs);
    void this.#store.expire('key', account.id, nowMs).catch(() => undefined);
  }

  #answerOf(behaviour: IdempotencyBehaviour, { scope, fingerprint, isSubmission }: KeyClaim, kept: IdempotencyRecord) {
    const same = kept.fingerprint === fingerprint;
    const whenFinished = (isSubmission ? undefined : behaviour.chatWhenFinished) ?? behaviour.whenFinished;
    const whenRunning = isSubmission ? behaviour.whenSubmitting : behaviour.whenRunning;
    const wanted = same ? (kept.state === 'finished' ? whenFinished : whenRunning) : behaviour.otherBody;
    if (wanted === 'run') return { kind: 'run', ticket: undefined } as const;
    if (wanted === 'replay' && kept.state === 'finished' && kept.answer !== undefined) {
      return { kind: 'replay', answer: kept.answer } as const;
    }
    const running = kept.state === 'in_progress' ? this.#running.get(scope) : undefined;
    if (wanted === 'wait' && running !== undefined) return { kind: 'wait', answer: running } as const;
    throw conflict(behaviour.refusal, kept, same);
  }
}

const whys: Readonly<Record<IdempotencyRecord['state'], string>> = {
  finished: 'A request with this Idempotency-Key is finished.',
  in_progress: 'A request with this Idempotency-Key is in progress.',
  interrupted: 'A request with this Idempotency-Key was cut off in the middle, and is not run again.',
};

function conflict(code: string, { state }: IdempotencyRecord, same: boolean): GatewayError {
  const why = same ? whys[state] : 'This Idempotency-Key was used with another body.';
  return new GatewayError(code, why, { scope: 'request', conflict: { state, usage: null, cost: null } });
}
