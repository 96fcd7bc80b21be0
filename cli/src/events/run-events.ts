import type { CliContext } from '../cli-context.ts';
import { UsageError } from '../usage-error.ts';
import { deliveryLine } from './delivery-line.ts';
import { withAccount } from './open-account.ts';
import type { SimulatorFlags } from './simulator-flags.ts';

/** Prints the deliveries of an account, oldest first, each in a line. Returns 0. */
export async function listEvents(flags: SimulatorFlags, { stdout, stderr }: CliContext): Promise<number> {
  const deliveries = await withAccount(flags, (account) => account.deliveries.read());
  for (const delivery of deliveries) stdout.write(`${deliveryLine(delivery)}\n`);
  if (deliveries.length === 0)
    stderr.write('no event was delivered yet; npx gateproof trigger job.succeeded lets one come about\n');
  return 0;
}

/** Makes one more attempt at each delivery of an event, or at one delivery, by its id. Returns 0 when all were acknowledged, 1 when one was not. */
export function resendEvent(id: string, flags: SimulatorFlags, { stdout }: CliContext): Promise<number> {
  return withAccount(flags, async (account) => {
    const meant = (await account.deliveries.read()).filter((delivery) => delivery.eventId === id || delivery.id === id);
    if (meant.length === 0)
      throw new UsageError(`the account has no event or delivery ${id}; see: npx gateproof events list`);
    let exitCode = 0;
    for (const { id: deliveryId, type, endpointId } of meant) {
      const status = await account.deliveries.replay(deliveryId);
      stdout.write(`${id}  ${type}  to ${endpointId}  ${status ?? 'no answer'}\n`);
      if (status === null || status < 200 || status > 299) exitCode = 1;
    }
    return exitCode;
  });
}
