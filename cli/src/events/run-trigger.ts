import type { CliContext } from '../cli-context.ts';
import { deliveryLine, isAcknowledged } from './delivery-line.ts';
import { withAccount } from './open-account.ts';
import type { SimulatorFlags } from './simulator-flags.ts';

export type EventType = 'job.succeeded' | 'job.failed' | 'job.canceled';

export interface TriggerFlags extends SimulatorFlags {
  readonly job: 'image' | 'transcription';
}

/** Lets an event come about and prints what came of its deliveries. Returns 0 when all were acknowledged, 1 when one was not, 3 when nobody gets it. */
export async function runTrigger(
  type: EventType,
  flags: TriggerFlags,
  { stdout, stderr }: CliContext,
): Promise<number> {
  const { job_id: jobId, deliveries } = await withAccount(flags, (account) => account.events.trigger(type, flags.job));
  if (deliveries.length === 0) {
    stderr.write(
      `gateproof: ${type} of ${jobId} went to nobody: the account has no webhook endpoint; register one, or start the simulator with --forward-webhooks\n`,
    );
    return 3;
  }
  for (const delivery of deliveries) stdout.write(`${deliveryLine(delivery)}\n`);
  return deliveries.every(isAcknowledged) ? 0 : 1;
}
