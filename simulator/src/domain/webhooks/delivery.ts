import type { DeliveryRecord, WebhookEndpoint } from '../../records/webhook-endpoint.ts';
import type { JobFinished } from '../../tenants/job-finished.ts';

/** Everything of a delivery that must outlive the process so that it goes on as it would have. */
export interface Delivery {
  readonly record: DeliveryRecord;
  /** The Job that the event shows. */
  readonly data: Readonly<Record<string, unknown>>;
  /** When the event came about, on the account's clock. */
  readonly createdAtMs: number;
  /** The endpoint's secrets when the event came about. */
  readonly secretsThen: readonly string[];
  /** Undefined until the first attempt has begun. */
  firstAttemptMs: number | undefined;
  /** When the next attempt is due; undefined when there will be none. */
  dueAtMs: number | undefined;
}

/** What a delivery comes about from. */
export interface DeliveryOrigin {
  readonly finished: JobFinished;
  readonly endpoint: WebhookEndpoint;
  readonly eventId: string;
  /** Of the event, the same for all endpoints. */
  readonly createdAtMs: number;
  readonly data: Delivery['data'];
}

/** A delivery whose first attempt is due now. */
export function newDelivery({ finished, endpoint, eventId, createdAtMs, data }: DeliveryOrigin): Delivery {
  const { account, job, type } = finished;
  return {
    record: {
      id: account.ids.next('whd_'),
      endpointId: endpoint.id,
      eventId,
      type,
      jobId: job.id,
      state: 'pending',
      attempts: [],
    },
    data,
    createdAtMs,
    secretsThen: endpoint.secrets,
    firstAttemptMs: undefined,
    dueAtMs: createdAtMs,
  };
}
