import { parseSignature, requestJsonOf } from '@gateproof/harness';
import { isDateTime, momentOf } from '../../support/date-time.ts';
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

/** Clocks of a gateway's machines differ, and may be set while a job runs. */
const spareMs = 300_000;

/** An event comes about after its job, and before it is sent: at the end of the job, or at the attempt (freedom F111). */
function createdAtPlausible(created: unknown, delivery: Delivery): Look {
  const createdMs = momentOf(created);
  if (!isDateTime(created)) return undefined;
  const submittedAt = dataOf(delivery)?.created_at;
  if (isDateTime(submittedAt) && createdMs < momentOf(submittedAt) - spareMs)
    return heldIf(false, `created_at not before that of its job, ${submittedAt}`, created);
  const parsed = parseSignature(delivery.signature);
  const sentMs = parsed.ok ? Number(parsed.value.timestamp) * 1000 : Number.NaN;
  if (createdMs > sentMs + spareMs)
    return heldIf(false, `created_at not after the t of its delivery, ${sentMs / 1000}`, created);
  return isDateTime(submittedAt) || !Number.isNaN(sentMs) ? 'held' : undefined;
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
  'webhook.body.created-at-plausible': inEvent(({ created_at }, delivery) => createdAtPlausible(created_at, delivery)),
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
