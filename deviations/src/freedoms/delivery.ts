import { hourMs } from '@gateproof/spec';
import { decide, freedomRows, remembering, together } from '../change.ts';
import { all, edit, type JsonObject, replace, rewrite, set } from '../edits/fields.ts';
import { escapeCharacters, inAscii } from '../edits/texts.ts';
import { later } from '../edits/times.ts';
import { counting } from '../memory.ts';
import { inBodies, inEvents, inHeader, inHeaders, inMessages, makeEventIds, renew } from '../operators/events.ts';
import { isObject } from '../requests/seen.ts';

const more = {
  accept: '*/*',
  'user-agent': 'gateway-webhooks/2.1 (+https://gateway.example.com)',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
const reordered = rewrite('their fields in another order', ({ id, type, created_at, ...rest }: JsonObject) => {
  return { ...rest, created_at, type, id };
});
const extra = rewrite('more fields', (event) => ({ ...event, api_version: '2026-11-01', attempt: null }));
const nested = rewrite('an object and a list more', (event) => {
  return { object: 'event', links: { self: '/x' }, previous: [], ...event };
});
const estimated = all(set('data.usage.cost.billing_usd', 0), set('data.usage.cost.cost_status', 'estimated'));
const offset = edit('created_at', 'with an offset and nanoseconds', (at) =>
  later(at, 2 * hourMs).replace('Z', '123456+02:00'),
);
const whole = edit('created_at', 'in whole seconds', (at) => later(at, 0).replace(/\.\d+Z$/, 'Z'));
const lowerCase = rewrite('names in lower case', (headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
);

/** The fields of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  const fields = isObject(value) ? Object.entries(value).map(([name, inner]) => [name, reversed(inner)]) : undefined;
  return fields === undefined ? value : Object.fromEntries(fields.reverse());
}

const asUuid = edit('*-Delivery', 'as a UUID', (id) => {
  const digits = Buffer.from(String(id).slice(-16)).toString('hex');
  return `whd_${digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.*)$/, '$1-$2-$3-$4-$5')}`;
});

/** How deliveries may be written otherwise. */
export const deliveryVariations = freedomRows({
  'F077 webhook.data.renewed': renew('data'),
  'F077 webhook.body.spaced': together(
    inEvents(reordered),
    inBodies('with spaces', (_json, event) => JSON.stringify(event, null, 2)),
  ),
  'F077 webhook.body.ascii': inBodies('in ASCII', inAscii),
  'F077 delivery.body.newline': inBodies('with a line end', (json) => `${json}\n`),
  'F077 delivery.body.reversed': inBodies('in reverse order', (_json, event) => JSON.stringify(reversed(event))),
  'F077 delivery.body.html': inBodies('with escaped angle brackets and slashes', (json) => {
    return escapeCharacters(json, /</g).replaceAll('>', '\\u003E').replaceAll('/', '\\/');
  }),
  'F077 delivery.usage.settles': inEvents(estimated),
  'F026 webhook.body.extra': inEvents(extra),
  'F026 delivery.body.nested': inEvents(nested),
  'F111 webhook.created-at.per-attempt': renew('createdAt'),
  'F111 delivery.created-at.offset': inEvents(offset),
  'F111 delivery.created-at.whole': inEvents(whole),
  'F095 webhook.headers.charset': together(
    inHeaders(replace('content-type', 'application/json; charset=utf-8')),
    inHeader('user-agent', 'as gateway/1', () => 'gateway/1'),
  ),
  'F095 delivery.headers.type-upper-case': inHeaders(replace('content-type', 'Application/JSON;charset=UTF-8')),
  'F138 webhook.headers.lower-case': inHeaders(lowerCase),
  'F138 delivery.headers.more': inMessages('with more headers', ({ headers }, { number, record }) => ({
    headers: { ...more, 'idempotency-key': record.eventId, ...headers, 'x-attempt': String(number) },
  })),
  'F089 webhook.delivery-id.per-event': renew('deliveryId', false),
  'F089 delivery.id.of-event': inHeader('*-Delivery', 'of the event', ({ record }) => `whd_${record.eventId.slice(4)}`),
  'F089 delivery.id.uuid': inHeaders(asUuid),
  'F089 delivery.id.counted': remembering((countOf = counting()) =>
    inHeader('*-Delivery', 'counted', ({ endpoint }) => `whd_${countOf(endpoint)}`),
  ),
  'F090 webhook.event-id.per-endpoint': decide('webhooks', 'makes each endpoint an event id', { sharesEventId: false }),
  'F090 delivery.event-id.of-job': makeEventIds('of job ids', ({ data }) => data.id),
});
