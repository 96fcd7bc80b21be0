import { type Job, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { answering, isObject, namedJob, withHistory } from '../changes/exchange-changes.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';
import { inventedJob } from './invented-job.ts';

/** Sends an event about a job beside the answers that `which` chooses. */
function announcing(which: (request: SeenRequest, status: number, body: unknown) => Job | undefined) {
  return answering((answer, request) => {
    const job = which(request, answer.status, answer.body);
    if (job !== undefined) request.announce(job);
    return answer;
  });
}

const isMedia = ({ route }: SeenRequest) => route === 'image' || route === 'transcription';
const invented = ({ account }: SeenRequest) => (account === undefined ? undefined : inventedJob(account));
const submitted = ({ account }: SeenRequest, body: unknown) =>
  isObject(body) ? account?.jobs.get(String(body.id)) : undefined;

const events: readonly Deviation[] = [
  breaking(
    'webhook.event.instant',
    'sends no event for jobs that end within 30 ms',
    patch('jobs', {
      announces: ({ stage, createdAtMs }) => !('completedAtMs' in stage) || stage.completedAtMs - createdAtMs > 30,
    }),
  ),
  breaking(
    'webhook.event.only-when-final',
    'sends an event when a job is accepted',
    announcing((request, status, body) => (isMedia(request) && status === 202 ? submitted(request, body) : undefined)),
  ),
  breaking(
    'webhook.event.none-for-chat',
    'sends an event for chat requests',
    announcing((request) => (request.route === 'chat' ? invented(request) : undefined)),
  ),
  breaking(
    'webhook.event.none-for-refused',
    'sends an event for refused submissions',
    announcing((request, status) => (isMedia(request) && status >= 400 ? invented(request) : undefined)),
  ),
  breaking(
    'webhook.event.none-for-replay',
    'sends the event again for a submission that comes again',
    withHistory((history) =>
      announcing((request, status, body) =>
        isMedia(request) && status < 300 && history.before(request).length > 0 ? submitted(request, body) : undefined,
      ),
    ),
  ),
  breaking(
    'webhook.event.none-for-refused-cancel',
    'sends the event again for a refused cancel',
    announcing((request, status) => (request.route === 'job-cancel' && status === 409 ? namedJob(request) : undefined)),
  ),
];

const recipients: readonly Deviation[] = [
  breaking(
    'webhook.recipient.every-job',
    'sends the events of the first job of an account only',
    patch('webhooks', ({ recipients: present }) => ({
      recipients: (finished, everyone) =>
        [...finished.account.jobs.values()][0] === finished.job ? present(finished, everyone) : [],
    })),
  ),
  breaking(
    'webhook.recipient.every-key',
    "sends the events of the first key's jobs only",
    patch('webhooks', ({ recipients: present }) => ({
      recipients: (finished, everyone) =>
        [...finished.account.keys.values()][0] === finished.job.key ? present(finished, everyone) : [],
    })),
  ),
  breaking(
    'webhook.recipient.independent',
    'sends to the endpoint that was added first, and to no other',
    patch('webhooks', ({ recipients: present }) => ({
      recipients: (finished, everyone) => present(finished, everyone).slice(0, 1),
    })),
  ),
  breaking(
    'webhook.recipient.registered-url',
    'leaves out the query of the URL',
    patch('webhooks', ({ recipients: present }) => ({
      recipients: (finished, everyone) =>
        present(finished, everyone).map((endpoint) => ({ ...endpoint, url: endpoint.url.replace(/\?.*$/, '') })),
    })),
  ),
  breaking(
    'webhook.recipient.next-event',
    'sends nothing more to an endpoint that left one event unacknowledged',
    patch('webhooks', ({ recipients: present }) => ({
      recipients: (finished, everyone) =>
        present(finished, everyone).filter(({ id }) =>
          [...finished.account.deliveries.values()].every(
            ({ record }) => record.endpointId !== id || record.state === 'delivered' || record.attempts.length === 0,
          ),
        ),
    })),
  ),
];

const wire: readonly Deviation[] = [
  breaking('webhook.delivery.method', 'delivers with PUT', patch('webhooks', { method: 'PUT' })),
  breaking('webhook.delivery.without-api-key', 'sends the signing secret along', (behaviour) => {
    let secret = '';
    return patch('webhooks', ({ v1, headers }) => ({
      v1(signing, ...rest) {
        secret = signing;
        return v1(signing, ...rest);
      },
      headers: (facts) => ({ ...headers(facts), authorization: `Bearer ${secret}` }),
    }))(behaviour);
  }),
  breaking(
    'webhook.body.json',
    'delivers events as a form',
    patch('webhooks', ({ serialise }) => ({ serialise: (event) => `event=${encodeURIComponent(serialise(event))}` })),
  ),
  breaking('webhook.data.same-on-retry', 'tells the job anew at each attempt, with a later end', (behaviour) => {
    let told = 0;
    return patch('jobs', ({ render }) => ({
      render(view) {
        const job = render(view);
        if (view.where !== 'event' || typeof job.completed_at !== 'string') return job;
        told += 1;
        return { ...job, completed_at: new Date(Date.parse(job.completed_at) + told * 1_000).toISOString() };
      },
    }))(patch('webhooks', ({ renews }) => ({ renews: { ...renews, data: true } }))(behaviour));
  }),
  breaking(
    'webhook.id.type-same-on-retry',
    'tells another type at the second attempt',
    patch('webhooks', ({ headers }) => ({
      headers: (facts) =>
        facts.attempt > 1 ? { ...headers(facts), [facts.names.eventHeader]: 'job.updated' } : headers(facts),
    })),
  ),
];

const attempts: readonly Deviation[] = [
  breaking(
    'webhook.acknowledged.status-202',
    'takes 202 for a failure',
    patch('webhooks', ({ isSuccess }) => ({
      isSuccess: (status, attempt) => status !== 202 && isSuccess(status, attempt),
    })),
  ),
  breaking(
    'webhook.acknowledged.on-retry',
    'goes on after a retry was acknowledged',
    patch('webhooks', ({ isSuccess }) => ({
      isSuccess: (status, attempt) => attempt === 1 && isSuccess(status, attempt),
    })),
  ),
  breaking(
    'webhook.failure.no-answer',
    'gives up when there is no answer',
    patch('webhooks', { isRetried: (status) => status !== null }),
  ),
  breaking(
    'webhook.schedule.first-at-once',
    'waits a minute before the first attempt',
    patch('webhooks', { firstWaitMs: () => 60_000 }),
  ),
  breaking(
    'webhook.schedule.one-at-a-time',
    'tries a receiver again that has been silent for two seconds',
    patch('webhooks', { secondTryAfterMs: 2_000 }),
  ),
  breaking(
    'webhook.schedule.whatever-the-failure',
    'does not count attempts that had no answer',
    patch('webhooks', { counts: (status) => status !== null }),
  ),
];

const registrations: readonly Deviation[] = [
  breaking(
    'webhook.registration.other-scheme',
    'takes any scheme but http',
    patch('webhooks', ({ urlProblem }) => ({
      urlProblem: (url) => (/^(?!https?:)[a-z]+:/i.test(url) ? undefined : urlProblem(url)),
    })),
  ),
  breaking(
    'webhook.registration.not-url',
    'takes what is no URL',
    patch('webhooks', ({ urlProblem }) => ({
      urlProblem: (url) => (URL.canParse(url) ? urlProblem(url) : undefined),
    })),
  ),
  breaking(
    'webhook.registration.refused-gets-nothing',
    'adds an endpoint that it refuses',
    patch('webhooks', { keepsRefused: true }),
  ),
];

/** What a gateway gets wrong in details of its deliveries. */
export const deliveryDetailDeviations: readonly Deviation[] = [
  ...events,
  ...recipients,
  ...wire,
  ...attempts,
  ...registrations,
];
