import type { WebhookEndpoint } from '@gateproof/simulator/behaviour';
import { hourMs } from '@gateproof/spec';
import { decide, freedomRows, remembering, together } from '../change.ts';
import { edit, type JsonObject, replace, rewrite } from '../edits/fields.ts';
import { inBodies, inEvents, inHeader, inHeaders, inMessages, makeEventIds, renew } from '../operators/events.ts';

const more = {
  accept: '*/*',
  'user-agent': 'gateway-webhooks/2.1 (+https://gateway.example.com)',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
const reordered = rewrite('their fields in another order', ({ id, type, created_at, ...rest }: JsonObject) => ({
  ...rest,
  created_at,
  type,
  id,
}));
const spaced = inBodies('with spaces', (_json, event) => JSON.stringify(event, null, 2));
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** How deliveries may be written otherwise. */
export const deliveryVariations = freedomRows({
  'F077 webhook.data.renewed': renew('data'),
  'F077 webhook.body.spaced': together(inEvents(reordered), spaced),
  'F077 webhook.body.ascii': inBodies('in ASCII', (json) => json.replace(/[^ -~\n]/g, escaped)),
  'F077 delivery.body.newline': inBodies('with a line end', (json) => `${json}\n`),
  'F077 delivery.body.reversed': inBodies('in reverse order', (_json, event) => JSON.stringify(reversed(event))),
  'F077 delivery.body.html': inBodies('with escaped angle brackets and slashes', (json) =>
    json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003E').replaceAll('/', '\\/'),
  ),
  'F077 delivery.usage.settles': inEvents(
    edit('data.usage.cost', 'as an estimate', (cost) => ({
      ...(cost as JsonObject),
      billing_usd: 0,
      cost_status: 'estimated',
    })),
  ),
  'F026 webhook.body.extra': inEvents(
    rewrite('more fields', (event) => ({ ...event, api_version: '2026-11-01', attempt: null })),
  ),
  'F026 delivery.body.nested': inEvents(
    rewrite('an object and a list more', (event) => ({
      object: 'event',
      links: { self: '/x' },
      previous: [],
      ...event,
    })),
  ),
  'F111 webhook.created-at.per-attempt': renew('createdAt'),
  'F111 delivery.created-at.offset': inEvents(
    edit('created_at', 'with an offset and nanoseconds', (at) =>
      new Date(Date.parse(String(at)) + 2 * hourMs).toISOString().replace('Z', '123456+02:00'),
    ),
  ),
  'F111 delivery.created-at.whole': inEvents(
    edit('created_at', 'in whole seconds', (at) => `${new Date(String(at)).toISOString().slice(0, 19)}Z`),
  ),
  'F095 webhook.headers.charset': together(
    inHeaders(replace('content-type', 'application/json; charset=utf-8')),
    inHeader('user-agent', 'as gateway/1', () => 'gateway/1'),
  ),
  'F095 delivery.headers.type-upper-case': inHeaders(replace('content-type', 'Application/JSON;charset=UTF-8')),
  'F138 webhook.headers.lower-case': inHeaders(
    rewrite('names in lower case', (headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    ),
  ),
  'F138 delivery.headers.more': inMessages('with more headers', ({ headers }, { number, record }) => ({
    headers: { ...more, 'idempotency-key': record.eventId, ...headers, 'x-attempt': String(number) },
  })),
  'F089 webhook.delivery-id.per-event': renew('deliveryId', false),
  'F089 delivery.id.of-event': inHeader('*-Delivery', 'of the event', ({ record }) => `whd_${record.eventId.slice(4)}`),
  'F089 delivery.id.uuid': inHeaders(edit('*-Delivery', 'as a UUID', asUuid)),
  'F089 delivery.id.counted': remembering((counts = new WeakMap<WebhookEndpoint, number>()) =>
    inHeader('*-Delivery', 'counted', ({ endpoint }) => {
      const count = (counts.get(endpoint) ?? 0) + 1;
      counts.set(endpoint, count);
      return `whd_${count}`;
    }),
  ),
  'F090 webhook.event-id.per-endpoint': decide('webhooks', 'makes an event id for each endpoint', {
    sharesEventId: false,
  }),
  'F090 delivery.event-id.of-job': makeEventIds('of job ids', ({ data }) => data.id),
});

/** The fields of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}

function asUuid(id: unknown): string {
  const digits = Buffer.from(String(id).slice(-16)).toString('hex');
  return `whd_${digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.*)$/, '$1-$2-$3-$4-$5')}`;
}
