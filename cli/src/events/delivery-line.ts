import type { ReportedDelivery } from '@gateproof/simulator/control';

/** A delivery in one line: its event, its job, its endpoint and what came of each attempt. */
export function deliveryLine({ eventId, type, jobId, endpointId, state, attempts }: ReportedDelivery): string {
  const answers = attempts.map(({ status, trouble }) => status ?? trouble ?? 'no answer');
  return `${eventId}  ${type}  ${jobId}  to ${endpointId}  ${state}${answers.length === 0 ? '' : `: ${answers.join(', ')}`}`;
}

/** Whether the newest attempt was acknowledged. */
export function isAcknowledged({ attempts }: ReportedDelivery): boolean {
  const status = attempts.at(-1)?.status ?? 0;
  return status >= 200 && status < 300;
}
