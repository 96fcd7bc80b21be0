import { patch, urlProblem, type WebhookBehaviour, type WebhookEndpoint } from '@gateproof/simulator/behaviour';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';
import { firstTimes } from './first-times.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const webhooks = (changes: Partial<WebhookBehaviour> | ((present: WebhookBehaviour) => Partial<WebhookBehaviour>)) =>
  patch('webhooks', changes);
const gaps = (...minutes: readonly number[]) =>
  webhooks({ gapMs: (attempt) => (minutes[attempt - 1] ?? 480) * minuteMs });

type JsonObject = Readonly<Record<string, unknown>>;

/** The fields of every object in reverse order. */
const reversed = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reversed)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, inner]) => [name, reversed(inner)]),
        )
      : value;

const schedules: readonly Variation[] = [
  differing(
    'delivery.schedule.slow-growth',
    'F020',
    'lets gaps grow by few minutes',
    gaps(140, 146, 152, 158, 164, 170, 176),
    {
      'webhook.schedule.jitter': 'its gaps grow by less than the jitter',
      'delivery.rotation.retires-in-two-hours': 'no retry would come in time to be signed by both secrets',
    },
  ),
  differing('delivery.schedule.linear', 'F020', 'lets gaps grow evenly', gaps(45, 90, 135, 180, 225, 270, 315)),
  differing('delivery.schedule.doubling', 'F020', 'doubles ten minutes', gaps(10, 20, 40, 80, 160, 320, 640)),
  differing(
    'delivery.schedule.sudden',
    'F020',
    'waits long before the last attempt only',
    gaps(1, 2, 4, 8, 16, 32, 1_200),
  ),
  differing('delivery.schedule.seconds', 'F020', 'begins with seconds', gaps(0.1, 0.5, 5, 60, 180, 360, 600)),
  differing(
    'delivery.schedule.from-start',
    'F094',
    'counts gaps from the start of attempts',
    webhooks(({ gapMs }) => ({
      gapMs: (attempt, fraction, status) => gapMs(attempt, fraction) - (status === null ? 10_000 : 0),
    })),
  ),
  differing('delivery.attempts.three', 'F091', 'gives up after three attempts', webhooks({ maxAttempts: 3 }), {
    'delivery.schedule.sudden': 'two gaps alone take minutes',
  }),
  differing(
    'delivery.attempts.client-errors',
    'F091',
    'gives up after the second 4xx',
    webhooks({
      isRetried: (status, attempt) => attempt < 2 || status === null || status >= 500 || status < 400,
    }),
  ),
  differing(
    'delivery.attempts.gone-disables',
    'F091',
    'sends nothing more to an endpoint that is gone',
    webhooks(({ recipients, isRetried }) => ({
      isRetried: (status, attempt, of) => status !== 410 && isRetried(status, attempt, of),
      recipients: (finished, everyone) =>
        recipients(finished, everyone).filter(({ id }) =>
          [...finished.account.deliveries.values()].every(
            ({ record }) => record.endpointId !== id || record.attempts.every(({ status }) => status !== 410),
          ),
        ),
    })),
  ),
  differing(
    'delivery.attempts.given-up-disables',
    'F091',
    'sends nothing more to an endpoint at which an event was given up',
    webhooks(({ recipients }) => ({
      recipients: (finished, everyone) =>
        recipients(finished, everyone).filter(({ id }) =>
          [...finished.account.deliveries.values()].every(
            ({ record }) => record.endpointId !== id || record.state !== 'given-up',
          ),
        ),
    })),
  ),
  differing(
    'delivery.order',
    'F099',
    'holds events back until the one before them is over',
    webhooks({ inOrder: true }),
  ),
  differing(
    'delivery.first.after-a-second',
    'F099',
    'looks for events once a second',
    webhooks({ firstWaitMs: () => 800 }),
  ),
  differing('delivery.first.late', 'F099', 'sends its first events seven seconds after they came about', (behaviour) =>
    webhooks({ firstWaitMs: firstTimes(6, 7_000) })(behaviour),
  ),
];

const bytes: readonly Variation[] = [
  differing(
    'delivery.body.newline',
    'F077',
    'ends bodies with a line end',
    webhooks({ serialise: (event) => `${JSON.stringify(event)}\n` }),
  ),
  differing(
    'delivery.body.reversed',
    'F077',
    'tells all fields in reverse order',
    webhooks({
      serialise: (event) => JSON.stringify(reversed(event)),
    }),
  ),
  differing(
    'delivery.body.html',
    'F077',
    'escapes angle brackets and slashes',
    webhooks({
      serialise: (event) =>
        JSON.stringify(event).replaceAll('<', '\\u003c').replaceAll('>', '\\u003E').replaceAll('/', '\\/'),
    }),
  ),
  differing(
    'delivery.body.nested',
    'F026',
    'adds an object and a list',
    webhooks(({ event }) => ({
      event: (facts) => ({ object: 'event', links: { self: '/x' }, previous: [], ...event(facts) }),
    })),
  ),
  differing(
    'delivery.created-at.offset',
    'F111',
    'tells created_at with an offset and nanoseconds',
    webhooks(({ event }) => ({
      event: (facts) => ({
        ...event(facts),
        created_at: new Date(facts.createdAtMs + 2 * hourMs).toISOString().replace('Z', '123456+02:00'),
      }),
    })),
  ),
  differing(
    'delivery.created-at.whole',
    'F111',
    'tells created_at in whole seconds',
    webhooks(({ event }) => ({
      event: (facts) => ({ ...event(facts), created_at: `${new Date(facts.createdAtMs).toISOString().slice(0, 19)}Z` }),
    })),
  ),
  differing(
    'delivery.usage.settles',
    'F077',
    'tells costs that settle once the event is out',
    webhooks(({ event }) => ({
      event(facts) {
        const told = event(facts);
        const data = told.data as JsonObject;
        const usage = data.usage as JsonObject | null | undefined;
        if (usage === undefined || usage === null) return told;
        const cost = { ...(usage.cost as JsonObject), billing_usd: 0, cost_status: 'estimated' };
        return { ...told, data: { ...data, usage: { ...usage, cost } } };
      },
    })),
  ),
  differing(
    'delivery.headers.more',
    'F138',
    'sends more headers',
    webhooks(({ headers }) => ({
      headers: (facts) => ({
        accept: '*/*',
        'user-agent': 'gateway-webhooks/2.1 (+https://gateway.example.com)',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        'idempotency-key': String(facts.event.id),
        ...headers(facts),
        'x-attempt': String(facts.attempt),
      }),
    })),
  ),
  differing(
    'delivery.headers.type-upper-case',
    'F095',
    'writes the content type in another case',
    webhooks(({ headers }) => ({
      headers: (facts) => ({ ...headers(facts), 'content-type': 'Application/JSON;charset=UTF-8' }),
    })),
  ),
  differing(
    'delivery.id.of-event',
    'F089',
    'makes delivery ids from event ids',
    webhooks(({ headers }) => ({
      headers: (facts) => ({
        ...headers(facts),
        [facts.names.deliveryHeader]: `whd_${String(facts.event.id).slice(4)}`,
      }),
    })),
  ),
  differing(
    'delivery.id.uuid',
    'F089',
    'writes delivery ids as UUIDs',
    webhooks(({ headers }) => ({
      headers(facts) {
        const digits = Buffer.from(facts.deliveryId.slice(-16)).toString('hex');
        const uuid = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.*)$/, '$1-$2-$3-$4-$5');
        return { ...headers(facts), [facts.names.deliveryHeader]: `whd_${uuid}` };
      },
    })),
  ),
  differing('delivery.id.counted', 'F089', 'counts the deliveries of each endpoint', (behaviour) => {
    const counts = new WeakMap<WebhookEndpoint, number>();
    return webhooks(({ headers }) => ({
      headers(facts) {
        const count = (counts.get(facts.endpoint) ?? 0) + 1;
        counts.set(facts.endpoint, count);
        return { ...headers(facts), [facts.names.deliveryHeader]: `whd_${count}` };
      },
    }))(behaviour);
  }),
  differing(
    'delivery.event-id.of-job',
    'F090',
    'makes event ids from job ids',
    webhooks(({ event }) => ({
      event: (facts) => ({ ...event(facts), id: `evt_${String(facts.data.id)}` }),
    })),
  ),
];

const address = /^https:\/\/(\[|\d+(\.\d+)*[:/]|\d+\.\d+\.\d+\.\d+[:/])/;

/** Whether a URL is good but for its name, which is one of this machine. */
const isLocalName = (url: string) => /^https:\/\/([^/@]*\.)?localhost\.?(:443)?\//i.test(url);

const registrations: readonly Variation[] = [
  differing(
    'delivery.registration.no-addresses',
    'F102',
    'refuses every address',
    webhooks({
      urlProblem: (url) => (address.test(url) ? 'must have a name' : urlProblem(url)),
    }),
  ),
  differing(
    'delivery.registration.users',
    'F102',
    'takes users and passwords in URLs',
    webhooks({
      urlProblem: (url) => urlProblem(url.replace(/\/\/[^/@]*@/, '//')),
    }),
  ),
  differing(
    'delivery.registration.embedded',
    'F102',
    'takes IPv6 addresses of translators',
    webhooks({
      urlProblem: (url) => (/\[(64:ff9b|2002):/i.test(url) ? undefined : urlProblem(url)),
    }),
  ),
  differing(
    'delivery.registration.names-late',
    'F102',
    'takes every name, and looks where it leads at the delivery',
    webhooks(({ urlProblem: problem }) => ({
      urlProblem: (url) => (isLocalName(url) ? undefined : problem(url)),
      deliveryProblem: (url) => (isLocalName(url) ? 'the name leads to no public address' : undefined),
    })),
  ),
  differing(
    'delivery.registration.leading-zeros',
    'F102',
    'reads numbers with leading zeros as decimal ones',
    webhooks({
      urlProblem: (url) => urlProblem(url.replace(/(?<=\/\/|\.)0+(?=\d+[./])/g, '')),
    }),
  ),
  differing(
    'delivery.registration.not-global',
    'F102',
    'takes shared, multicast and reserved addresses for public',
    webhooks({
      urlProblem: (url) =>
        /^https:\/\/(0\.(?!0\.0\.0)|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|2[2-5]\d\.|\[ff)/i.test(url)
          ? undefined
          : urlProblem(url),
    }),
  ),
  differing(
    'delivery.registration.dot',
    'F102',
    'refuses names with a final dot',
    webhooks({
      urlProblem: (url) => (/^https:\/\/[^/]*\.[:/]/.test(url) ? 'must have no final dot' : urlProblem(url)),
    }),
  ),
];

/** Further ways in which events may be delivered otherwise. */
export const deliveryVariations: readonly Variation[] = [...schedules, ...bytes, ...registrations];
