import type { Account, DeliveryOf, DeliveryRecord, WebhookEndpoint } from '@gateproof/simulator/behaviour';

/** What the log says of an account's deliveries. */
export const recordsOf = (account: Account): readonly DeliveryRecord[] =>
  [...account.deliveries.values()].map(({ record }) => record);

/** The log of an endpoint's other events. */
export const othersHere = ({ finished: { account, job }, endpoint }: DeliveryOf): readonly DeliveryRecord[] =>
  recordsOf(account).filter(({ endpointId, jobId }) => endpointId === endpoint.id && jobId !== job.id);

/** The log of what waits for its next attempt at an endpoint. */
export const pendingAt = ({ id }: WebhookEndpoint, account: Account): readonly DeliveryRecord[] =>
  recordsOf(account).filter(({ endpointId, state }) => endpointId === id && state === 'pending');

/** Ends the attempts of those that wait. */
export function stopPending(records: readonly DeliveryRecord[]): void {
  for (const record of records) if (record.state === 'pending') record.state = 'stopped';
}
