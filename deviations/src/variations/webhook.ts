import { patch, type WebhookBehaviour } from '@gateproof/simulator/behaviour';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';

const hourMs = 3_600_000;
const webhooks = (changes: Partial<WebhookBehaviour> | ((present: WebhookBehaviour) => Partial<WebhookBehaviour>)) =>
  patch('webhooks', changes);
const gaps = (...hours: readonly number[]) => webhooks({ gapMs: (attempt) => (hours[attempt - 1] ?? 8) * hourMs });

/** How events may be delivered otherwise. */
export const webhookVariations: readonly Variation[] = [
  differing(
    'webhook.schedule.twelve-hours',
    'F020',
    'spreads attempts over twelve hours',
    gaps(0.02, 0.1, 0.4, 1, 2, 3.5, 5.2),
  ),
  differing('webhook.schedule.a-day', 'F020', 'spreads attempts over 24 hours', gaps(0.1, 0.5, 1, 2.4, 4, 6.5, 9.4)),
  differing(
    'webhook.schedule.nine-hours',
    'F020',
    'spreads attempts over nine hours',
    gaps(0.1, 0.3, 0.6, 1, 1.6, 2.4, 3.2),
  ),
  differing('webhook.schedule.thirty-hours', 'F020', 'spreads attempts over 29 hours', gaps(0.5, 1, 2, 3, 5, 7.5, 10)),
  differing('webhook.schedule.capped', 'F020', 'keeps the last gaps equal', gaps(0.1, 0.5, 1, 3, 5, 5, 5)),
  differing(
    'webhook.schedule.jitter',
    'F020',
    'adds much jitter that keeps growth',
    webhooks(({ gapMs }) => ({ gapMs: (attempt, fraction) => gapMs(attempt, 0.5) * (1 + 0.1 * (fraction - 0.5)) })),
  ),
  differing('webhook.attempts.seven', 'F091', 'gives up after seven attempts', webhooks({ maxAttempts: 7 }), {
    'webhook.schedule.nine-hours': 'without the last gap the attempts are over in less than eight hours',
    'webhook.schedule.twelve-hours': 'without the last gap the attempts are over in less than eight hours',
  }),
  differing('webhook.attempts.gone', 'F091', 'stops at 410', webhooks({ isRetried: (status) => status !== 410 })),
  differing(
    'webhook.delivery-id.per-event',
    'F089',
    'keeps the delivery id on retries',
    webhooks(({ renews }) => ({ renews: { ...renews, deliveryId: false } })),
  ),
  differing(
    'webhook.event-id.per-endpoint',
    'F090',
    'gives each endpoint an event id of its own',
    webhooks({ sharesEventId: false }),
  ),
  differing(
    'webhook.data.renewed',
    'F077',
    'makes the data anew for retries',
    webhooks(({ renews }) => ({ renews: { ...renews, data: true } })),
  ),
  differing(
    'webhook.created-at.per-attempt',
    'F111',
    'tells created_at anew',
    webhooks(({ renews }) => ({ renews: { ...renews, createdAt: true } })),
  ),
  differing(
    'webhook.body.spaced',
    'F077',
    'sends JSON with spaces and another key order',
    webhooks({
      event: ({ id, type, createdAtMs, data }) => ({ data, created_at: new Date(createdAtMs).toISOString(), type, id }),
      serialise: (event) => JSON.stringify(event, null, 2),
    }),
  ),
  differing(
    'webhook.body.ascii',
    'F077',
    'escapes what is not ASCII',
    webhooks({
      serialise: (event) =>
        JSON.stringify(event).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    }),
  ),
  differing(
    'webhook.body.extra',
    'F026',
    'sends more fields',
    webhooks(({ event }) => ({ event: (facts) => ({ ...event(facts), api_version: '2026-11-01', attempt: null }) })),
  ),
  differing(
    'webhook.headers.charset',
    'F095',
    'names the charset',
    webhooks(({ headers }) => ({
      headers: (facts) => ({
        ...headers(facts),
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'gateway/1',
      }),
    })),
  ),
  differing(
    'webhook.headers.lower-case',
    'F138',
    'writes header names in lower case',
    webhooks(({ headers }) => ({
      headers: (facts) =>
        Object.fromEntries(Object.entries(headers(facts)).map(([name, value]) => [name.toLowerCase(), value])),
    })),
  ),
  differing(
    'signature.previous-first',
    'F096',
    'signs with the previous secret first',
    webhooks({ signingSecrets: ({ secrets }) => secrets.slice(0, 2).reverse() }),
  ),
  differing(
    'signature.extra-entries',
    'F096',
    'adds entries of its own',
    webhooks(({ signature }) => ({ signature: (t, v1) => `${signature(t, v1)},kid=k1` })),
  ),
  differing(
    'signature.blanks',
    'F096',
    'writes blanks after commas',
    webhooks({ signature: (t, v1) => [`t=${t}`, ...v1.map((value) => `v1=${value}`)].join(', ') }),
  ),
  differing(
    'signature.t-last',
    'F096',
    'tells t last',
    webhooks({ signature: (t, v1) => [...v1.map((value) => `v1=${value}`), `t=${t}`].join(',') }),
  ),
  differing(
    'rotation.three',
    'F097',
    'signs with every secret that is not retired',
    webhooks({ rotate: (secrets, fresh) => [fresh, ...secrets], signingSecrets: ({ secrets }) => secrets }),
  ),
  differing(
    'webhook.registration.allow-list',
    'F149',
    'registers URLs of the hosts on a list alone, and says so',
    webhooks(({ urlProblem }) => ({
      urlProblem: (url) =>
        urlProblem(url) ??
        (new URL(url).hostname.endsWith('.example.test') ? undefined : 'names a host that is not on the list'),
    })),
  ),
  differing('webhook.answer.nine-and-a-half', 'F093', 'waits 9.6 seconds', webhooks({ answerLimitMs: 9_600 })),
  differing('webhook.answer.ten-and-a-half', 'F093', 'waits 10.4 seconds', webhooks({ answerLimitMs: 10_400 })),
  differing(
    'webhook.answer.real-time',
    'F093',
    'waits ten seconds of real time',
    webhooks({ answerLimitIsReal: true }),
  ),
  differing('webhook.removed.goes-on', 'F088', 'goes on at removed endpoints', webhooks({ goesOnAfterRemoval: true })),
];
