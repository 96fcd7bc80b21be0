import type { Account, DeliveryOf, DeliveryRecord, WebhookEndpoint } from '@gateproof/simulator/behaviour';

/** What the log says of an account's deliveries. */
export function recordsOf(account: Account): readonly DeliveryRecord[] {
  return [...account.deliveries.values()].map(({ record }) => record);
}

/** The log of an endpoint's other events. */
export function othersHere({ finished, endpoint }: DeliveryOf): readonly DeliveryRecord[] {
  return recordsOf(finished.account).filter(
    ({ endpointId, jobId }) => endpointId === endpoint.id && jobId !== finished.job.id,
  );
}

/** The log of what waits for its next attempt at an endpoint. */
export function pendingAt({ id }: WebhookEndpoint, account: Account): readonly DeliveryRecord[] {
  return recordsOf(account).filter(({ endpointId, state }) => endpointId === id && state === 'pending');
}

/** Ends the attempts of those that wait. */
export function stopPending(records: readonly DeliveryRecord[]): void {
  for (const record of records) if (record.state === 'pending') record.state = 'stopped';
}
