import { dataOf, deliveriesSeen } from '../../support/deliveries.ts';
import { finalStates } from '../../support/media-jobs.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';

/** Events are sent on reaching a final state. */
export default standingTable(deliveriesSeen, {
  'webhook.data.final': (delivery) => {
    const state = dataOf(delivery)?.state;
    return typeof state === 'string' ? heldIf(finalStates.includes(state), 'a job in a final state', state) : undefined;
  },
});
