import { createHmac } from 'node:crypto';
import type { ServiceNames } from '@gateproof/spec';
import { urlProblem } from '../network/url-problem.ts';
import type { WebhookEndpoint } from '../records/webhook-endpoint.ts';
import type { Account } from '../tenants/account.ts';
import type { JobFinished } from '../tenants/job-finished.ts';
import type { WebhookAnswer } from '../transport/webhook-sender.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** What one attempt is made from. */
export interface AttemptFacts {
  readonly names: ServiceNames;
  readonly endpoint: WebhookEndpoint;
  readonly event: JsonObject;
  readonly type: string;
  readonly deliveryId: string;
  readonly signature: string;
  /** From 1. */
  readonly attempt: number;
}

/** Which event is brought to which endpoint. */
export interface DeliveryOf {
  readonly finished: JobFinished;
  readonly endpoint: WebhookEndpoint;
}

/** How events are delivered (Events). `of` is known to every attempt of a delivery. */
export interface WebhookBehaviour {
  /** What speaks against a URL that is to be registered; undefined: nothing. */
  urlProblem(url: string): string | undefined;
  /** Who gets the event. */
  recipients(finished: JobFinished, everyone: Iterable<Account>): readonly WebhookEndpoint[];
  /** What is sent. */
  event(facts: {
    readonly id: string;
    readonly type: string;
    readonly createdAtMs: number;
    readonly data: JsonObject;
    /** From 1. */
    readonly attempt: number;
    readonly of: DeliveryOf;
  }): JsonObject;
  serialise(event: JsonObject): string;
  /** Which parts are made anew for each attempt. */
  readonly renews: {
    readonly eventId: boolean;
    readonly createdAt: boolean;
    readonly data: boolean;
    readonly deliveryId: boolean;
  };
  /** Whether all endpoints see one event id. */
  readonly sharesEventId: boolean;
  headers(facts: AttemptFacts): Readonly<Record<string, string>>;
  /** `t`, as it is written; the time of the first attempt is known to retries. */
  timestamp(nowMs: number, firstAttemptMs: number, of?: DeliveryOf): string;
  /** The secrets that sign, the newest first. `then`: those when the event came about. */
  signingSecrets(
    endpoint: WebhookEndpoint,
    then: readonly string[],
    attempt: number,
    account: Account,
  ): readonly string[];
  /** One value of `v1`. */
  v1(secret: string, t: string, body: string, attempt: number): string;
  signature(t: string, v1: readonly string[]): string;
  /** The secrets after a rotation, and after the previous one is retired. */
  rotate(secrets: readonly string[], fresh: string, nowMs: number): readonly string[];
  retire(secrets: readonly string[]): readonly string[];
  /** `attempt` from 1. `answer`: the whole of what the receiver said. */
  isSuccess(status: number, attempt: number, of?: DeliveryOf, answer?: WebhookAnswer): boolean;
  readonly method: 'POST' | 'PUT';
  /** Wait before the first attempt, in ms on the account's clock. */
  firstWaitMs(): number;
  /** Whether an event waits until the one before it at the same endpoint is acknowledged or given up. */
  readonly inOrder: boolean;
  /** The secret of an endpoint that is added. */
  firstSecret(fresh: string, account: Account): string;
  /** Takes an endpoint from its account. */
  remove(endpoint: WebhookEndpoint, account: Account): void;
  /** Whether an endpoint whose URL is refused is added all the same. */
  readonly keepsRefused: boolean;
  /** Why a registered URL is not connected to after all; undefined: it is. */
  deliveryProblem(url: string): string | undefined;
  /** Whether a failure counts towards the most attempts; `status` null: no answer, and `trouble` says why. */
  counts(status: number | null, trouble: string | undefined): boolean;
  /** Whether a failure is retried; `status` null: no answer. */
  isRetried(status: number | null, attempt: number, of?: DeliveryOf): boolean;
  readonly followsRedirects: boolean;
  /** Which redirects are followed where redirects are; `attempt` from 1. */
  isFollowed(status: number, attempt: number): boolean;
  /** How a redirect is followed: `GET` as browsers follow some, without the body; undefined: as the delivery was sent. */
  followedBy(status: number): 'GET' | undefined;
  /** On the account's clock, or in real time. */
  readonly answerLimitMs: number;
  readonly answerLimitIsReal: boolean;
  /** The same for later attempts; undefined: as for the first. */
  readonly retryAnswerLimitMs: number | undefined;
  /** When a silent receiver is tried again beside the attempt that still waits, in ms; undefined: never. */
  readonly secondTryAfterMs: number | undefined;
  readonly maxAttempts: number;
  /**
   * Wait after the failed attempt `attempt` (from 1), in ms; `fraction` is drawn from 0 to 1; `status` null: no answer. `answer`: the whole
   * of what the receiver said.
   */
  gapMs(attempt: number, fraction: number, status?: number | null, answer?: WebhookAnswer): number;
  /** Whether the schedule goes on although the event was acknowledged. */
  readonly goesOnAfterSuccess: boolean;
  readonly goesOnAfterRemoval: boolean;
  /** What an event that was never acknowledged does to its job. */
  afterGivingUp(finished: JobFinished): void;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Seven gaps that grow, 20 h 36 m in all. */
const gapsMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 4 * hourMs, 6 * hourMs, 8 * hourMs] as const;
/** Small enough that gaps keep growing. */
const jitter = 0.05;

export const referenceWebhooks: WebhookBehaviour = {
  urlProblem,
  recipients: ({ account }) => [...account.webhooks.values()],
  event: ({ id, type, createdAtMs, data }) => ({ id, type, created_at: new Date(createdAtMs).toISOString(), data }),
  serialise: (event) => JSON.stringify(event),
  renews: { eventId: false, createdAt: false, data: false, deliveryId: true },
  sharesEventId: true,
  headers: ({ names, type, deliveryId, signature }) => ({
    'content-type': 'application/json',
    [names.eventHeader]: type,
    [names.deliveryHeader]: deliveryId,
    [names.signatureHeader]: signature,
  }),
  timestamp: (nowMs) => String(Math.floor(nowMs / 1000)),
  signingSecrets: ({ secrets }) => secrets.slice(0, 2),
  v1: (secret, t, body) => createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'),
  signature: (t, v1) => [`t=${t}`, ...v1.map((value) => `v1=${value}`)].join(','),
  rotate: (secrets, fresh) => [fresh, ...secrets.slice(0, 1)],
  retire: (secrets) => secrets.slice(0, 1),
  isSuccess: (status) => status >= 200 && status < 300,
  method: 'POST',
  firstWaitMs: () => 0,
  inOrder: false,
  firstSecret: (fresh) => fresh,
  remove(endpoint, account) {
    endpoint.isRemoved = true;
    account.webhooks.delete(endpoint.id);
  },
  keepsRefused: false,
  deliveryProblem: () => undefined,
  counts: () => true,
  isRetried: () => true,
  followsRedirects: false,
  isFollowed: () => true,
  followedBy: () => undefined,
  answerLimitMs: 10_000,
  answerLimitIsReal: false,
  retryAnswerLimitMs: undefined,
  secondTryAfterMs: undefined,
  maxAttempts: 8,
  gapMs: (attempt, fraction) => (gapsMs[attempt - 1] ?? gapsMs[6]) * (1 + jitter * (fraction - 0.5)),
  goesOnAfterSuccess: false,
  goesOnAfterRemoval: false,
  afterGivingUp: () => undefined,
};
