/** A registered webhook endpoint of an account (Events). */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  /** `host:port` that is really connected to; undefined: what the URL says. */
  readonly connectTo: string | undefined;
  /** PEM of the authority that signed the receiver's certificate; undefined: the machine's authorities. */
  readonly ca: string | undefined;
  /** The newest first; the previous one second until it is retired. */
  secrets: readonly string[];
  isRemoved: boolean;
  /** Attempts for each event. Default: as many as the contract has. */
  readonly maxAttempts?: number;
}

/** One attempt at a delivery, as the log keeps it. */
export interface DeliveryAttempt {
  /** On the account's clock. */
  readonly atMs: number;
  readonly deliveryId: string;
  /** The signature header as it was sent. */
  readonly signature: string;
  /** The receiver's status; null when there was no answer. */
  readonly status: number | null;
  /** Why there was no answer. */
  readonly trouble: string | undefined;
}

/** The deliveries of one event to one endpoint. */
export interface DeliveryRecord {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly type: string;
  readonly jobId: string;
  state: 'pending' | 'delivered' | 'given-up' | 'stopped';
  readonly attempts: DeliveryAttempt[];
}
