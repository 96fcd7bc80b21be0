import { patch, type WebhookBehaviour } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const webhooks = (change: (behaviour: WebhookBehaviour) => Partial<WebhookBehaviour>) => patch('webhooks', change);

const redirects: readonly Deviation[] = [301, 302, 303, 307, 308].map((status) =>
  breaking(
    `webhook.redirect.not-followed:${String(status)}`,
    `follows ${status}`,
    webhooks(() => ({ followsRedirects: true, isFollowed: (told) => told === status })),
  ),
);

const redirectsOnRetry: Deviation = breaking(
  'webhook.redirect.not-followed:retry',
  'follows redirects of retries',
  webhooks(() => ({ followsRedirects: true, isFollowed: (_status, attempt) => attempt > 1 })),
);

/** As a client library follows them that was left as it came. */
const redirectsAsGet: Deviation = breaking(
  'webhook.redirect.not-followed:get',
  'follows redirects as browsers do',
  webhooks(() => ({ followsRedirects: true, followedBy: (status) => (status < 304 ? 'GET' : undefined) })),
);

const outcomes: readonly Deviation[] = [
  ...[402, 405, 413, 425, 451, 499].map((status) =>
    breaking(
      `webhook.failure.status-4xx:${String(status)}`,
      `takes ${status} as success`,
      webhooks(({ isSuccess }) => ({ isSuccess: (told, attempt) => told === status || isSuccess(told, attempt) })),
    ),
  ),
  ...[505, 511, 599].map((status) =>
    breaking(
      `webhook.failure.status-5xx:${String(status)}`,
      `gives up on ${status}`,
      webhooks(({ isRetried }) => ({ isRetried: (told, attempt) => told !== status && isRetried(told, attempt) })),
    ),
  ),
  ...[300, 305].map((status) =>
    breaking(
      `webhook.failure.redirect-without-location:${String(status)}`,
      `takes ${status} as success`,
      webhooks(({ isSuccess }) => ({ isSuccess: (told, attempt) => told === status || isSuccess(told, attempt) })),
    ),
  ),
  breaking(
    'webhook.acknowledged.on-retry:204',
    'takes only 200 as success on retries',
    webhooks(({ isSuccess }) => ({
      isSuccess: (told, attempt) => (attempt > 1 ? told === 200 : isSuccess(told, attempt)),
    })),
  ),
  breaking(
    'webhook.acknowledged.on-retry:seventh',
    'takes no success at the seventh attempt',
    webhooks(({ isSuccess }) => ({ isSuccess: (told, attempt) => attempt !== 7 && isSuccess(told, attempt) })),
  ),
  breaking(
    'webhook.schedule.no-ninth:no-answer',
    'tries for ever when nobody answers',
    webhooks(({ isRetried }) => ({
      maxAttempts: 12,
      isRetried: (told, attempt) => isRetried(told, attempt) && (told === null || attempt < 8),
    })),
  ),
  breaking(
    'webhook.schedule.no-ninth:5xx',
    'tries ten times on 5xx',
    webhooks(({ isRetried }) => ({
      maxAttempts: 10,
      isRetried: (told, attempt) => isRetried(told, attempt) && (attempt < 8 || Number(told) >= 500),
    })),
  ),
];

const signing: readonly Deviation[] = [
  breaking(
    'rotation.second.newest-two:retry',
    'signs waiting retries with the newest secret and that of their event',
    webhooks(() => ({
      signingSecrets: ({ secrets }, then, attempt) =>
        attempt > 1 && secrets.length > 1
          ? [...new Set([...secrets.slice(0, 1), ...then.slice(0, 1)])]
          : secrets.slice(0, 2),
    })),
  ),
  breaking(
    'rotation.two-signatures:after-retirement',
    'signs with one secret after a rotation that follows a retirement',
    (behaviour) => {
      const retired = new WeakSet<readonly string[]>();
      return webhooks(({ rotate, retire }) => ({
        retire(secrets) {
          const left = retire(secrets);
          retired.add(left);
          return left;
        },
        rotate: (secrets, fresh, nowMs) => (retired.has(secrets) ? [fresh] : rotate(secrets, fresh, nowMs)),
      }))(behaviour);
    },
  ),
];

/** Ways to get wrong, in one corner only, when and how events are attempted. */
export const scheduleCorners: readonly Deviation[] = [
  ...redirects,
  redirectsOnRetry,
  redirectsAsGet,
  ...outcomes,
  ...signing,
];
