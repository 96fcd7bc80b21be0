import { dayMs } from '@gateproof/spec';
import { canonicalJson, type KeptAnswer } from '../records/idempotency-record.ts';

/** What an Idempotency-Key belongs to. */
export interface KeyUse {
  readonly accountId: string;
  readonly apiKeyId: string;
  readonly route: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a key does for a request that comes again (Endpoints › Shared, Idempotency-Key). */
export interface IdempotencyBehaviour {
  /** The key as it was sent; undefined when it counts as absent. */
  keyOf(header: string | undefined): string | undefined;
  /** Requests with equal scopes share a key. */
  scope(use: KeyUse): string;
  /** Requests with equal fingerprints have the same body. */
  fingerprint(body: unknown, raw: Uint8Array): string;
  /** What the same body gets once the first has finished, and while it runs. */
  readonly whenFinished: 'replay' | 'conflict' | 'run';
  /** As `whenFinished`, for a conversation alone; undefined: the same. */
  readonly chatWhenFinished: 'replay' | 'conflict' | undefined;
  readonly whenRunning: 'conflict' | 'wait' | 'run';
  /** As `whenRunning`, for a submission whose first request has not been answered yet. */
  readonly whenSubmitting: 'conflict' | 'wait' | 'run';
  /** What another body gets. */
  readonly otherBody: 'conflict' | 'replay' | 'run';
  /** Whether a request that failed gives its key back. */
  readonly failureFreesKey: boolean;
  /** Whether a client that leaves while its conversation runs gives its key back at once; the conversation runs on then. */
  leavingFreesKey(isStream: boolean): boolean;
  /** How long a key is remembered, in ms on the account's clock. */
  readonly lifetimeMs: number;
  /** Status of a replayed submission; undefined: that of the first. */
  readonly replayStatus: number | undefined;
  /** The kept answer, as a conversation that comes again is given it. */
  again(answer: KeptAnswer): KeptAnswer;
  /** The code of a refusal. */
  readonly refusal: string;
}

export const referenceIdempotency: IdempotencyBehaviour = {
  keyOf: (header) => (header === undefined || header === '' ? undefined : header),
  scope: ({ accountId, route, key }) => JSON.stringify([accountId, route, key]),
  fingerprint: (body) => canonicalJson(body),
  whenFinished: 'replay',
  chatWhenFinished: undefined,
  whenRunning: 'conflict',
  whenSubmitting: 'wait',
  otherBody: 'conflict',
  failureFreesKey: true,
  leavingFreesKey: () => false,
  // 24 hours beyond the longest that a job runs.
  lifetimeMs: 4 * dayMs,
  replayStatus: undefined,
  again: (answer) => answer,
  refusal: 'idempotency_conflict',
};
