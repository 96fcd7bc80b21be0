import { requestJsonOf } from '@gateproof/harness';
import { isDateTime } from '../../support/date-time.ts';
import { type Delivery, dataOf, deliveriesSeen } from '../../support/deliveries.ts';
import { isAbsent, isFilledString } from '../../support/json.ts';
import { heldIf, type Look, standingTable } from '../../support/standing-table.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

function json({ exchange, event }: Delivery): Look {
  try {
    decoder.decode(exchange.request.body);
  } catch {
    return heldIf(false, 'a body in UTF-8', 'bytes that are not');
  }
  const reading = requestJsonOf(exchange);
  return heldIf(event !== undefined, 'a JSON object', reading.ok ? reading.value : reading.why);
}

/** Looks at the event where there is one. */
function inEvent(
  look: (event: NonNullable<Delivery['event']>, delivery: Delivery) => Look,
): (delivery: Delivery) => Look {
  return (delivery) => (delivery.event === undefined ? undefined : look(delivery.event, delivery));
}

/** The body of every delivery (Events › Delivery). */
export default standingTable(deliveriesSeen, {
  'webhook.body.json': json,
  'webhook.body.id-present': inEvent(({ id }) => heldIf(isFilledString(id), 'a string id', id)),
  'webhook.body.id-prefix': inEvent(({ id }) =>
    isFilledString(id)
      ? heldIf(id.startsWith('evt_') && id.length > 4, 'an event id with the prefix evt_', id)
      : undefined,
  ),
  'webhook.body.type-present': inEvent(({ type }) => heldIf(isFilledString(type), 'a string type', type)),
  'webhook.body.created-at-present': inEvent(({ created_at }) =>
    heldIf(!isAbsent(created_at), 'created_at', created_at),
  ),
  'webhook.body.created-at-type': inEvent(({ created_at }) =>
    isAbsent(created_at) ? undefined : heldIf(isDateTime(created_at), 'created_at a date-time', created_at),
  ),
  'webhook.body.data-present': inEvent(({ data }, delivery) =>
    heldIf(dataOf(delivery)?.id !== undefined, 'data a Job object', data),
  ),
  'webhook.body.data-id-prefix': inEvent((_, delivery) => {
    const id = dataOf(delivery)?.id;
    return isFilledString(id)
      ? heldIf(id.startsWith('job_') && id.length > 4, 'data.id with the prefix job_', id)
      : undefined;
  }),
});
