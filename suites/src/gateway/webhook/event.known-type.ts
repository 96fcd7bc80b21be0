import { dataOf, deliveriesSeen } from '../../support/deliveries.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';

const types: readonly unknown[] = ['job.succeeded', 'job.failed', 'job.canceled'];

/** The type of every event, and the state that it names. */
export default standingTable(deliveriesSeen, {
  'webhook.event.known-type': ({ event }) =>
    heldIf(types.includes(event?.type), `type ${types.join(', ')}`, event?.type),
  'webhook.event.type-of-state': (delivery) => {
    const state = dataOf(delivery)?.state;
    const type = delivery.event?.type;
    return typeof state === 'string' && types.includes(type)
      ? heldIf(type === `job.${state}`, `type job.${state}, the job's state`, type)
      : undefined;
  },
});
