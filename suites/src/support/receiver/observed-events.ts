import { type Exchange, isObject } from '@gateproof/harness';
import { isAcknowledged } from './acknowledged.ts';
import { type EventDifference, eventDifferences } from './event-differences.ts';

type Json = Readonly<Record<string, unknown>>;

/** An event as a receiver's handler was given it, by the observer, beside what was sent. */
export interface ObservedEvent {
  readonly id: string;
  readonly given: Json;
  /** As it was sent in the acknowledged delivery that the given one resembles most, and where it differs from that. */
  readonly sent: Json;
  readonly differences: readonly EventDifference[];
  /** Other events of the case that were sent before the observer answered. */
  readonly others: readonly Json[];
  /** The observer's, and that of the delivery. */
  readonly exchanges: readonly string[];
}

interface Sent {
  readonly exchange: Exchange;
  readonly event: Json;
}

const objectIn = (bytes: Uint8Array | undefined): Json | undefined => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

interface Observation {
  readonly exchange: Exchange;
  readonly id: string;
  readonly given: Json;
}

/** What the observer answered about an event that had an effect, where it gives the event. */
function observationIn(exchange: Exchange): Observation | undefined {
  const { request, response } = exchange;
  if (request.method !== 'GET' || response?.status !== 200) return undefined;
  const { count, event } = objectIn(response.body) ?? {};
  const id = new URL(request.url).searchParams.getAll('event').at(-1);
  return id !== undefined && typeof count === 'number' && count > 0 && isObject(event)
    ? { exchange, id, given: event }
    : undefined;
}

/** Whether an observer that was asked among these gives the events. */
export const showsEvents = (exchanges: readonly Exchange[]): boolean =>
  exchanges.some((exchange) => observationIn(exchange) !== undefined);

/** Each event that the observer gave among these exchanges, once for each form in which it gave it. */
export function observedEvents(exchanges: readonly Exchange[]): readonly ObservedEvent[] {
  const observations = exchanges.map(observationIn).filter((one) => one !== undefined);
  if (observations.length === 0) return [];
  const all = exchanges.filter(({ request }) => request.method === 'POST').flatMap(sentIn);
  const byId = Map.groupBy(all, ({ event }) => event.id);
  const seen = new Set<string>();
  return observations.flatMap((observation) => {
    const key = JSON.stringify([observation.id, observation.given]);
    const deliveries = (byId.get(observation.id) ?? []).filter(
      ({ exchange }) => exchange.request.atMs <= observation.exchange.request.atMs && isAcknowledged(exchange),
    );
    if (seen.has(key) || deliveries.length === 0) return [];
    seen.add(key);
    return [besideSent(observation, deliveries, all)];
  });
}

function sentIn(exchange: Exchange): Sent[] {
  const event = objectIn(exchange.request.body);
  return event === undefined ? [] : [{ exchange, event }];
}

function besideSent(
  { exchange, id, given }: Observation,
  deliveries: readonly Sent[],
  all: readonly Sent[],
): ObservedEvent {
  const [best] = deliveries
    .map((sent) => ({ sent, differences: eventDifferences(sent.event, given) }))
    .toSorted((one, other) => one.differences.length - other.differences.length);
  if (best === undefined) throw new Error('an observed event was compared with no delivery');
  return {
    id,
    given,
    sent: best.sent.event,
    differences: best.differences,
    others:
      best.differences.length === 0
        ? []
        : all
            .filter((one) => one.event.id !== id && one.exchange.request.atMs <= exchange.request.atMs)
            .map(({ event }) => event),
    exchanges: [best.sent.exchange.id, exchange.id],
  };
}
