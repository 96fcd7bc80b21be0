import { createHmac } from 'node:crypto';
import type { JsonObject, SigningKey } from '@gateproof/spec';
import { hourMs, limitOf, minuteMs, secondMs } from '@gateproof/spec';
import { urlProblem } from '../network/url-problem.ts';
import type { DeliveryRecord, WebhookEndpoint } from '../records/webhook-endpoint.ts';
import type { Account } from '../tenants/account.ts';
import type { JobFinished } from '../tenants/job-finished.ts';
import { dateTime } from '../text/date-time.ts';
import type { WebhookAnswer } from '../transport/webhook-sender.ts';

/** Which event is brought to which endpoint. */
export interface DeliveryOf {
  readonly finished: JobFinished;
  readonly endpoint: WebhookEndpoint;
}

/** One attempt to bring an event to an endpoint. */
export interface Attempt extends DeliveryOf {
  /** From 1. */
  readonly number: number;
  /** When it begins, on the account's clock. */
  readonly atMs: number;
  /** When the first attempt at this delivery began. */
  readonly firstAtMs: number;
  /** The endpoint's secrets when the event came about, the newest first. */
  readonly secretsThen: readonly string[];
  /** What the log says of the delivery. */
  readonly record: DeliveryRecord;
}

/** What the body of an event is made from. */
export interface EventFacts {
  readonly id: string;
  readonly type: string;
  readonly createdAtMs: number;
  readonly data: JsonObject;
}

/** One attempt as it goes out. */
export interface DeliveryMessage {
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How events are delivered (Events). */
export interface WebhookBehaviour {
  /** What speaks against an endpoint that is to be registered; undefined: nothing. */
  urlProblem(url: string, endpoint: WebhookEndpoint, account: Account): string | undefined;
  /** Who gets the event. */
  recipients(finished: JobFinished, everyone: Iterable<Account>): readonly WebhookEndpoint[];
  event(facts: EventFacts, attempt: Attempt): JsonObject;
  serialise(event: JsonObject): string;
  /** Which parts are made anew for each attempt. */
  readonly renews: { readonly createdAt: boolean; readonly data: boolean; readonly deliveryId: boolean };
  /** Whether all endpoints see one event id. */
  readonly sharesEventId: boolean;
  /** The attempt as it goes out, signed. */
  message(message: DeliveryMessage, attempt: Attempt): DeliveryMessage;
  /** `t`, as it is written. */
  timestamp(attempt: Attempt): string;
  /** The secrets that sign, the newest first. */
  signingSecrets(attempt: Attempt): readonly string[];
  /** One value of `v1`. */
  v1(secret: string, t: string, body: string, attempt: Attempt): string;
  signature(t: string, v1: readonly string[]): string;
  /** The endpoint's secrets after a rotation, and after the previous one is retired. */
  rotate(endpoint: WebhookEndpoint, fresh: string, account: Account): readonly string[];
  retire(endpoint: WebhookEndpoint, account: Account): readonly string[];
  isSuccess(answer: WebhookAnswer, attempt: Attempt): boolean;
  /** Wait before the first attempt, in ms on the account's clock. */
  firstWaitMs(): number;
  /** Whether an event waits until the one before it at the same endpoint is acknowledged or given up. */
  readonly inOrder: boolean;
  /** What of a secret `v1` takes for its key, as the testbed reports it. */
  readonly signingKey: SigningKey;
  /** The secret of an endpoint that is added. */
  firstSecret(fresh: string, account: Account): string;
  /** Takes an endpoint from its account. */
  remove(endpoint: WebhookEndpoint, account: Account): void;
  /** Why a registered URL is not connected to after all; undefined: it is. */
  deliveryProblem(url: string): string | undefined;
  /** Whether a failure is retried; `status` null: no answer. */
  isRetried(status: number | null, attempt: Attempt): boolean;
  /** On the account's clock, or in real time. */
  answerLimitMs(attempt: Attempt): number;
  readonly answerLimitIsReal: boolean;
  readonly maxAttempts: number;
  /** Wait after the failed attempt `made` (from 1), in ms; `fraction` is drawn from 0 to 1; `answer` undefined: there was none. */
  gapMs(made: number, fraction: number, answer?: WebhookAnswer): number;
  readonly goesOnAfterRemoval: boolean;
}

/** Seven gaps that grow, 20 h 36 m in all. */
const gapsMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 4 * hourMs, 6 * hourMs, 8 * hourMs] as const;
/** Small enough that gaps keep growing. */
const jitter = 0.05;

const answerLimitMs = limitOf('webhook response time') * secondMs;

export const referenceWebhooks: WebhookBehaviour = {
  urlProblem,
  recipients: ({ account }) => [...account.webhooks.values()],
  event: ({ id, type, createdAtMs, data }) => ({ id, type, created_at: dateTime(createdAtMs), data }),
  serialise: (event) => JSON.stringify(event),
  renews: { createdAt: false, data: false, deliveryId: true },
  sharesEventId: true,
  message: (message) => message,
  timestamp: ({ atMs }) => String(Math.floor(atMs / 1000)),
  signingSecrets: ({ endpoint }) => endpoint.secrets.slice(0, 2),
  v1: (secret, t, body) => createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'),
  signature: (t, v1) => [`t=${t}`, ...v1.map((value) => `v1=${value}`)].join(','),
  rotate: ({ secrets }, fresh) => [fresh, ...secrets.slice(0, 1)],
  retire: ({ secrets }) => secrets.slice(0, 1),
  isSuccess: ({ status }) => status >= 200 && status < 300,
  firstWaitMs: () => 0,
  inOrder: false,
  signingKey: 'text',
  firstSecret: (fresh) => fresh,
  remove(endpoint, account) {
    endpoint.isRemoved = true;
    account.webhooks.delete(endpoint.id);
  },
  deliveryProblem: () => undefined,
  isRetried: () => true,
  answerLimitMs: () => answerLimitMs,
  answerLimitIsReal: false,
  maxAttempts: limitOf('webhook delivery attempts'),
  gapMs: (made, fraction) => (gapsMs[made - 1] ?? gapsMs[6]) * (1 + jitter * (fraction - 0.5)),
  goesOnAfterRemoval: false,
};
