/** The deliveries of one event to one endpoint, as the log shows them. */
export interface ReportedDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly type: string;
  readonly jobId: string;
  readonly state: 'pending' | 'delivered' | 'given-up' | 'stopped';
  readonly attempts: readonly {
    /** In ms since the epoch, on the account's clock. */
    readonly atMs: number;
    readonly deliveryId: string;
    readonly signature: string;
    /** Null when there was no answer. */
    readonly status: number | null;
    /** Why there was none. */
    readonly trouble?: string | undefined;
  }[];
}

/** Answer of `POST /accounts/{account}/events`. */
export interface TriggeredEvent {
  readonly job_id: string;
  /** One for each registered endpoint, and for the one that events are forwarded to. */
  readonly deliveries: readonly ReportedDelivery[];
}
