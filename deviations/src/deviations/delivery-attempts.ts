import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';
import { webhooks } from './webhooks.ts';

const hourMs = 3_600_000;

const gaps = (...list: readonly number[]) =>
  webhooks({ gapMs: (attempt) => list[attempt - 1] ?? list.at(-1) ?? hourMs });

const answers: readonly Deviation[] = [
  breaking(
    'webhook.acknowledged.status-201',
    'takes only 200 as success',
    webhooks({ isSuccess: (status) => status === 200 }),
  ),
  breaking(
    'webhook.acknowledged.status-204',
    'takes an empty answer as a failure',
    webhooks({ isSuccess: (status) => status >= 200 && status < 300 && status !== 204 }),
  ),
  breaking(
    'webhook.acknowledged.status-other',
    'takes 200, 201, 202 and 204 as success',
    webhooks({ isSuccess: (status) => [200, 201, 202, 204].includes(status) }),
  ),
  breaking(
    'webhook.failure.redirect',
    'takes redirects as success',
    webhooks({ isSuccess: (status) => status >= 200 && status < 400 }),
  ),
  breaking(
    'webhook.failure.redirect-without-location:304',
    'takes 304 as success',
    webhooks({ isSuccess: (status) => (status >= 200 && status < 300) || status === 304 }),
  ),
  breaking('webhook.redirect.not-followed', 'follows redirects', webhooks({ followsRedirects: true })),
  breaking(
    'webhook.failure.status-4xx:all',
    'gives up on 4xx',
    webhooks({ isRetried: (status) => status === null || status < 400 || status >= 500 }),
  ),
  breaking('webhook.failure.status-4xx:404', 'gives up on 404', webhooks({ isRetried: (status) => status !== 404 })),
  breaking(
    'webhook.failure.status-4xx:409',
    'takes 409 as success',
    webhooks({ isSuccess: (status) => (status >= 200 && status < 300) || status === 409 }),
  ),
  breaking('webhook.failure.status-5xx:501', 'gives up on 501', webhooks({ isRetried: (status) => status !== 501 })),
  breaking(
    'webhook.failure.connection-lost',
    'gives up when the connection is lost',
    webhooks({ isRetried: (status) => status !== null }),
  ),
  breaking('webhook.acknowledged.in-nine-seconds:5s', 'waits five seconds', webhooks({ answerLimitMs: 5_000 })),
  breaking('webhook.acknowledged.in-nine-seconds:8s', 'waits eight seconds', webhooks({ answerLimitMs: 8_500 })),
  breaking('webhook.failure.late-answer:15s', 'waits fifteen seconds', webhooks({ answerLimitMs: 15_000 })),
  breaking('webhook.failure.late-answer:30s', 'waits thirty seconds', webhooks({ answerLimitMs: 30_000 })),
  breaking('webhook.acknowledged.status-200', 'goes on after a success', webhooks({ goesOnAfterSuccess: true })),
];

const schedules: readonly Deviation[] = [
  breaking('webhook.schedule.no-ninth', 'tries nine times', webhooks({ maxAttempts: 9 })),
  breaking('webhook.schedule.no-ninth:for-ever', 'tries for ever', webhooks({ maxAttempts: 40 })),
  breaking('webhook.schedule.eight-attempts', 'never tries again', webhooks({ maxAttempts: 1 })),
  breaking('webhook.schedule.gaps-grow:constant', 'waits equally long each time', gaps(3 * hourMs)),
  breaking(
    'webhook.schedule.gaps-grow:one-shrinks',
    'waits less before the fifth attempt',
    gaps(60_000, 300_000, 2 * hourMs, hourMs, 4 * hourMs, 6 * hourMs, 8 * hourMs),
  ),
  breaking(
    'webhook.schedule.gaps-grow:last-shrinks',
    'waits less before the last attempt',
    gaps(60_000, 300_000, 1_800_000, 2 * hourMs, 4 * hourMs, 8 * hourMs, 5 * hourMs),
  ),
  breaking(
    'webhook.schedule.not-short',
    'is done within an hour',
    gaps(...[1, 2, 4, 6, 8, 10, 12].map((minutes) => minutes * 60_000)),
  ),
  breaking(
    'webhook.schedule.not-short:six-hours',
    'is done within six hours',
    gaps(...[1, 5, 15, 30, 60, 90, 120].map((minutes) => minutes * 60_000)),
  ),
  breaking(
    'webhook.schedule.not-long',
    'takes a week',
    gaps(...[1, 4, 12, 20, 30, 40, 60].map((hours) => hours * hourMs)),
  ),
  breaking('webhook.endpoint.removed', 'goes on at removed endpoints', webhooks({ goesOnAfterRemoval: true })),
];

/** Ways to get wrong which answers end a delivery, and when it is tried again. */
export const deliveryAttemptDeviations: readonly Deviation[] = [...answers, ...schedules];
