import { type Account, type Job, patch, urlProblem, type WebhookBehaviour } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const webhooks = (change: (behaviour: WebhookBehaviour) => Partial<WebhookBehaviour>) => patch('webhooks', change);

/** Lets in URLs that are to be refused. */
const letting = (rule: string, how: string, isLetIn: (url: string) => boolean) =>
  breaking(
    `webhook.registration.${rule}:${how}`,
    'takes such a URL',
    webhooks(({ urlProblem: problem }) => ({ urlProblem: (url) => (isLetIn(url) ? undefined : problem(url)) })),
  );

/** Refuses URLs that are to be registered. */
const refusing = (how: string, isRefused: (host: string, url: string) => boolean) =>
  breaking(
    `webhook.registration.accepted:${how}`,
    'refuses public names that look like private addresses',
    webhooks(() => ({
      urlProblem: (url) => urlProblem(url) ?? (isRefused(new URL(url).hostname, url) ? 'must be public' : undefined),
    })),
  );

const removals: Deviation = breaking(
  'webhook.registration.accepted:removed',
  'refuses a URL whose endpoint was removed',
  (behaviour) => {
    const gone = new Set<string>();
    return webhooks(({ urlProblem: problem, remove }) => ({
      urlProblem: (url) => problem(url) ?? (gone.has(url) ? 'must be new' : undefined),
      remove(endpoint, account) {
        gone.add(endpoint.url);
        remove(endpoint, account);
      },
    }))(behaviour);
  },
);

const registrations: readonly Deviation[] = [
  removals,
  letting('loopback', 'user', (url) => url.includes('@127.')),
  letting('loopback', 'port-443', (url) => /\/\/127\.0\.0\.1:443/.test(url)),
  letting('ipv6-private', 'long', (url) => /\[0+:/.test(url)),
  letting('ipv6-private', 'fe9', (url) => /\[fe[9ab]/i.test(url)),
  letting('ipv6-private', 'ends-public', (url) => /\[f[de][^\]]*:5db8:d822\]/.test(url)),
  letting('ipv4-in-ipv6', 'long', (url) => /\[0:0:0:0:0:ffff/i.test(url)),
  letting('other-port', '442', (url) => /:(442|8080|3000)\//.test(url)),
  refusing('ten', (host) => host.startsWith('10.')),
  refusing('fd', (host) => /^f[cd]/.test(host)),
  refusing('loopback', (host) => host.startsWith('127.') || host.startsWith('localhost')),
  refusing('path', (_host, url) => /:8443/.test(url)),
];

const recipients: readonly Deviation[] = [
  ...(['failed', 'canceled'] as const).map((state) =>
    breaking(
      `webhook.recipient.other-account:${state}`,
      `sends ${state} jobs to every account`,
      webhooks(({ recipients: own }) => ({
        recipients: (finished, everyone) =>
          finished.type === `job.${state}`
            ? [...everyone].flatMap((one) => [...one.webhooks.values()])
            : own(finished, everyone),
      })),
    ),
  ),
  breaking(
    'webhook.recipient.every-endpoint:two',
    'sends to two endpoints at most',
    webhooks(({ recipients: own }) => ({ recipients: (finished, everyone) => own(finished, everyone).slice(0, 2) })),
  ),
  ...(['failed', 'canceled'] as const).map((state) =>
    breaking(
      `webhook.recipient.every-endpoint:${state}`,
      `sends ${state} jobs to the first endpoint only`,
      webhooks(({ recipients: own }) => ({
        recipients: (finished, everyone) => own(finished, everyone).slice(0, finished.type === `job.${state}` ? 1 : 99),
      })),
    ),
  ),
  breaking(
    'webhook.recipient.every-endpoint:discarded',
    'sends discarded jobs to the first endpoint only',
    webhooks(({ recipients: own }) => ({
      recipients(finished, everyone) {
        const { stage } = finished.job;
        const isDiscarded = stage.state === 'failed' && stage.error.code === 'retention_expired';
        return own(finished, everyone).slice(0, isDiscarded ? 1 : 99);
      },
    })),
  ),
  breaking(
    'webhook.recipient.every-endpoint:removal',
    'sends nothing more once an endpoint of the account was removed',
    (behaviour) => {
      const accounts = new WeakSet<Account>();
      return webhooks(({ recipients: own, remove }) => ({
        remove(endpoint, account) {
          accounts.add(account);
          remove(endpoint, account);
        },
        recipients: (finished, everyone) => (accounts.has(finished.account) ? [] : own(finished, everyone)),
      }))(behaviour);
    },
  ),
  breaking(
    'webhook.recipient.registered-url:double-slash',
    'takes double slashes in the path for one',
    webhooks(({ recipients: own }) => ({
      recipients: (finished, everyone) =>
        own(finished, everyone).map((endpoint) =>
          /[^:]\/\//.test(endpoint.url)
            ? { ...endpoint, url: endpoint.url.replaceAll(/([^:])\/\/+/g, '$1/') }
            : endpoint,
        ),
    })),
  ),
  breaking(
    'webhook.recipient.every-key:unsuccessful',
    'sends the jobs of the first key only',
    webhooks(({ recipients: own }) => ({
      recipients: (finished, everyone) =>
        [...finished.account.keys.values()][0] === finished.job.key || finished.job.stage.state === 'succeeded'
          ? own(finished, everyone)
          : [],
    })),
  ),
  breaking(
    'webhook.recipient.every-key:capped',
    'sends no jobs of keys with a cap',
    patch('jobs', ({ announces }) => ({
      announces: (job) => announces(job) && job.key.restrictions.monthlyCapUsd === undefined,
    })),
  ),
  breaking(
    'webhook.recipient.independent:acknowledged-retry',
    'ends the retries of an event once one endpoint has acknowledged it on a retry',
    (behaviour) => {
      const heard = new WeakSet<Job>();
      return webhooks(({ isSuccess, isRetried }) => ({
        isSuccess(status, attempt, of) {
          const succeeds = isSuccess(status, attempt, of);
          if (succeeds && attempt > 1 && of !== undefined) heard.add(of.finished.job);
          return succeeds;
        },
        isRetried: (status, attempt, of) =>
          isRetried(status, attempt, of) && !(of !== undefined && heard.has(of.finished.job)),
      }))(behaviour);
    },
  ),
];

/** Tells the end of some jobs twice, each time as an event of its own. */
const twice = (how: string, summary: string, isTwice: (job: Job) => boolean) =>
  breaking(
    `webhook.event.once-per-job:${how}`,
    summary,
    webhooks(({ recipients: own }) => ({
      sharesEventId: false,
      recipients(finished, everyone) {
        const all = own(finished, everyone);
        return isTwice(finished.job) ? [...all, ...all] : all;
      },
    })),
  );

const repeated: readonly Deviation[] = [
  twice('fallback', 'tells jobs that another model served twice', (job) => job.model !== job.requestedModel),
  twice('zdr', 'tells zdr jobs twice', ({ isZdr }) => isZdr),
];

/** Ways to get wrong, in one corner only, who receives events and which URLs may. */
export const recipientCorners: readonly Deviation[] = [...registrations, ...recipients, ...repeated];
