import {
  type Exchange,
  type History,
  isObject,
  type JsonObject,
  requestHeaderOf,
  requestJsonOf,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import type { Subject } from './standing-table.ts';

/** One attempt at an event, as it arrived at a receiver of ours. */
export interface Delivery extends Subject {
  /** The JSON value of the body when it is an object. */
  readonly event: JsonObject | undefined;
  readonly eventHeader: string | undefined;
  readonly deliveryId: string | undefined;
  readonly signature: string | undefined;
  /** Service prefix of the target. */
  readonly prefix: string;
}

/** Reads an attempt. */
export function deliveryOf(exchange: Exchange, prefix: string): Delivery {
  const names = serviceNames(prefix);
  const body = requestJsonOf(exchange);
  return {
    exchange,
    event: body.ok && isObject(body.value) ? body.value : undefined,
    eventHeader: requestHeaderOf(exchange, names.eventHeader),
    deliveryId: requestHeaderOf(exchange, names.deliveryHeader),
    signature: requestHeaderOf(exchange, names.signatureHeader),
    prefix,
  };
}

/**
 * Every attempt that arrived at an endpoint in a case, in order. What came to a place below one (a redirect that was followed, a URL that was
 * never registered) is for the rule that forbids that to say; as a delivery it would break others too.
 */
export function* deliveriesSeen(history: History): Generator<Delivery> {
  for (const exchange of history.exchanges)
    if (exchange.side === 'delivery' && !isBelowEndpoint(exchange)) yield deliveryOf(exchange, history.prefix);
}

function isBelowEndpoint({ request, webhook }: Exchange): boolean {
  if (webhook === undefined) return false;
  const below = `${new URL(webhook.url).pathname.replace(/\/$/, '')}/`;
  const { pathname } = new URL(request.url);
  return pathname.startsWith(below) && pathname.length > below.length;
}

/** The Job in an event. */
export function dataOf({ event }: Delivery): JsonObject | undefined {
  return isObject(event?.data) ? event.data : undefined;
}
