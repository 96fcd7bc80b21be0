import { type History, mediaTypeOfRequest, requestHeaderOf } from '@gateproof/harness';
import { type Delivery, deliveriesSeen } from '../../support/deliveries.ts';
import { isFilledString } from '../../support/json.ts';
import { heldIf, type Look, standingTable } from '../../support/standing-table.ts';

interface DeliveryAmong extends Delivery {
  /** Ids of the events that came to its endpoint under the same delivery id before: ids may be counted for each endpoint (freedom F089). */
  readonly otherEvents: readonly unknown[];
  /** API keys that requests of the case carried. */
  readonly apiKeys: readonly string[];
}

function* deliveriesAmong(history: History): Generator<DeliveryAmong> {
  const events = new Map<string, Set<unknown>>();
  const apiKeys = history.exchanges
    .filter(({ side }) => side === 'request')
    .flatMap((exchange) => /^Bearer (\S{8,})$/.exec(requestHeaderOf(exchange, 'authorization') ?? '')?.[1] ?? []);
  for (const delivery of deliveriesSeen(history)) {
    const { deliveryId = '', event, exchange } = delivery;
    const { url, timesAdded } = exchange.webhook ?? {};
    const place = `${url} ${timesAdded} ${deliveryId}`;
    const seen = events.get(place) ?? new Set();
    yield { ...delivery, otherEvents: [...seen].filter((id) => id !== event?.id), apiKeys };
    if (event?.id !== undefined) events.set(place, seen.add(event.id));
  }
}

function contentType({ exchange }: Delivery): Look {
  const whole = requestHeaderOf(exchange, 'content-type');
  if (mediaTypeOfRequest(exchange) !== 'application/json') return heldIf(false, 'Content-Type application/json', whole);
  const isPlain = whole?.trim().toLowerCase() === 'application/json';
  return isPlain ? 'held' : { doubtful: { expected: 'Content-Type application/json', observed: String(whole) } };
}

function withoutSecrets({ exchange, apiKeys }: DeliveryAmong): Look {
  const text = `${exchange.request.url}\n${exchange.request.headers.flat().join('\n')}\n${Buffer.from(exchange.request.body).toString()}`;
  const secrets = [...(exchange.webhook?.secrets ?? []), ...apiKeys];
  return heldIf(!secrets.some((secret) => text.includes(secret)), 'no API key and no signing secret', 'one of them');
}

/** The headers of every delivery (Events › Delivery). */
export default standingTable(deliveriesAmong, {
  'webhook.delivery.method': ({ exchange }) =>
    heldIf(exchange.request.method === 'POST', 'POST', exchange.request.method),
  'webhook.delivery.content-type': contentType,
  'webhook.delivery.event-present': ({ eventHeader }) =>
    heldIf(isFilledString(eventHeader), 'the event header', eventHeader),
  'webhook.delivery.event-equals-type': ({ eventHeader, event }) =>
    isFilledString(eventHeader) && isFilledString(event?.type)
      ? heldIf(eventHeader === event.type, `the event header ${event.type}, as the body says`, eventHeader)
      : undefined,
  'webhook.delivery.id-present': ({ deliveryId }) =>
    heldIf(isFilledString(deliveryId), 'the delivery header', deliveryId),
  'webhook.delivery.id-prefix': ({ deliveryId }) =>
    isFilledString(deliveryId)
      ? heldIf(deliveryId.startsWith('whd_') && deliveryId.length > 4, 'a delivery id with the prefix whd_', deliveryId)
      : undefined,
  'webhook.delivery.id-of-one-event': ({ deliveryId, otherEvents }) =>
    isFilledString(deliveryId)
      ? heldIf(otherEvents.length === 0, `delivery id ${deliveryId} for one event`, otherEvents)
      : undefined,
  'webhook.delivery.signature-present': ({ signature }) =>
    heldIf(isFilledString(signature), 'the signature header', signature),
  'webhook.delivery.without-api-key': withoutSecrets,
});
