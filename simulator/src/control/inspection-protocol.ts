import type { ReportedDelivery } from './delivery-protocol.ts';

/** Answer of `GET /accounts`. */
export interface AccountsAnswer {
  /** Oldest first; the first is the one that the simulator started with. */
  readonly accounts: readonly {
    readonly id: string;
    /** How often it has been reset. */
    readonly epoch: number;
    /** How many requests ever came. */
    readonly requests: number;
  }[];
}

/** Answer of `GET /accounts/{account}/changes`, which waits for the account to be another than the one that `after` names. */
export interface ChangesAnswer {
  /** Names the present state of the account; equal texts: nothing has changed. */
  readonly version: string;
}

/** Answer of `GET /accounts/{account}/calls`. */
export interface CallsAnswer {
  /** How many there were since they were first read. */
  readonly calls: number;
  /** Oldest first; the newest 200 are kept. */
  readonly entries: readonly ReportedCall[];
}

/** One call of the gateway to an endpoint. */
export interface ReportedCall {
  /** From 1. */
  readonly number: number;
  /** On the account's clock, as `ended_at`. */
  readonly at: string;
  /** Of the request that led to it. */
  readonly request_id: string | null;
  readonly url: string;
  readonly model: string;
  readonly stream: boolean;
  /** What answered in the endpoint's place, in words: a fault or a canned reply. */
  readonly answered_by: string | null;
  /** Null until the head of the answer came. */
  readonly status: number | null;
  readonly answer: 'open' | 'whole' | 'lost';
  readonly ended_at: string | null;
}

/** Answer of `GET /accounts/{account}/jobs`: Jobs as the gateway answers them. */
export interface JobsAnswer {
  /** In the order of submission. */
  readonly jobs: readonly Readonly<Record<string, unknown>>[];
}

/** Answer of `GET /accounts/{account}/webhooks`. */
export interface WebhooksAnswer {
  /** In the order of registration, without those that were removed. */
  readonly webhooks: readonly {
    readonly id: string;
    readonly url: string;
    /** What signs: the newest first, the previous one second until it is retired. */
    readonly secrets: readonly string[];
  }[];
}

/** Answer of `GET /accounts/{account}/gates`: gates at which something waits, and those that were released. */
export interface GatesAnswer {
  readonly gates: readonly { readonly gate: string; readonly waiting: number; readonly open: boolean }[];
}

/** Answer of `GET /accounts/{account}/deliveries`. */
export interface DeliveriesAnswer {
  readonly deliveries: readonly ReportedDelivery[];
}
