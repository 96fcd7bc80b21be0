import {
  type DeliveryOf,
  isFinal,
  type Job,
  patch,
  type SeenRequest,
  type WebhookBehaviour,
} from '@gateproof/simulator/behaviour';
import { answering, besides, isObject, namedJob } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';
import { inventedJob } from '../invented-job.ts';

const webhooks = (change: (behaviour: WebhookBehaviour) => Partial<WebhookBehaviour>) => patch('webhooks', change);

/** Sends nothing for jobs that look like this. */
const silent = (rule: string, how: string, summary: string, isSilent: (job: Job) => boolean) =>
  breaking(
    `${rule}:${how}`,
    summary,
    patch('jobs', ({ announces }) => ({ announces: (job) => announces(job) && !isSilent(job) })),
  );

/** Sends nothing of what looks like this. */
const dropping = (rule: string, how: string, summary: string, isDropped: (of: DeliveryOf) => boolean) =>
  breaking(
    `${rule}:${how}`,
    summary,
    webhooks(({ recipients }) => ({
      recipients: (finished, everyone) =>
        recipients(finished, everyone).filter((endpoint) => !isDropped({ finished, endpoint })),
    })),
  );

const failedWith = ({ stage }: Job, ...codes: readonly string[]) =>
  stage.state === 'failed' && codes.includes(stage.error.code);

const unsent: readonly Deviation[] = [
  silent(
    'webhook.event.canceled',
    'at-once',
    'sends nothing for jobs canceled within 50 ms',
    ({ stage, createdAtMs }) => (stage.state === 'canceled' ? stage.completedAtMs - createdAtMs < 50 : false),
  ),
  silent('webhook.event.failed', 'timeout', 'sends nothing for jobs whose endpoint was too slow', (job) =>
    failedWith(job, 'upstream_timeout', 'request_timeout'),
  ),
  silent('webhook.event.failed', 'empty', 'sends nothing for jobs without output', (job) =>
    failedWith(job, 'provider_empty_response'),
  ),
  silent('webhook.event.failed', 'refused', 'sends nothing for jobs that an endpoint refused', (job) =>
    failedWith(job, 'moderation_refused', 'invalid_request', 'context_length_exceeded', 'provider_unauthorized'),
  ),
  ...(['failed', 'canceled'] as const).map((state) =>
    silent(
      'webhook.event.transcription',
      state,
      `sends nothing for ${state} transcriptions`,
      ({ kind, stage }) => kind === 'transcription' && stage.state === state,
    ),
  ),
  silent(
    'webhook.recipient.every-job',
    'retry-of',
    'sends nothing for jobs that retry others',
    (job) => job.retryOf !== undefined,
  ),
  silent(
    'webhook.recipient.every-job',
    'fallback',
    'sends nothing for jobs that another model served',
    (job) => job.model !== job.requestedModel,
  ),
  silent('webhook.recipient.every-job', 'zdr', 'sends nothing for zdr jobs', ({ isZdr }) => isZdr),
  dropping(
    'webhook.recipient.every-job',
    'sixth',
    'sends the events of five jobs to an endpoint',
    ({ finished, endpoint }) =>
      new Set(
        [...finished.account.deliveries.values()]
          .filter(({ record }) => record.endpointId === endpoint.id && record.jobId !== finished.job.id)
          .map(({ record }) => record.jobId),
      ).size >= 5,
  ),
  dropping(
    'webhook.recipient.every-job',
    'failed-second',
    'sends one failed job only',
    ({ finished }) =>
      finished.type === 'job.failed' &&
      [...finished.account.deliveries.values()].some(
        ({ record }) => record.type === 'job.failed' && record.jobId !== finished.job.id,
      ),
  ),
  dropping(
    'webhook.recipient.every-key',
    'deleted',
    'sends nothing for jobs whose key was deleted',
    ({ finished }) => finished.job.key.deleted,
  ),
  dropping(
    'webhook.recipient.independent',
    'beside-failing',
    'sends nothing to other endpoints while one fails',
    ({ finished, endpoint }) =>
      [...finished.account.deliveries.values()].some(
        ({ record }) => record.endpointId !== endpoint.id && record.state === 'pending' && record.attempts.length > 0,
      ),
  ),
  dropping(
    'webhook.recipient.next-event',
    'no-answer',
    'sends nothing more to an endpoint that did not answer once',
    ({ finished, endpoint }) =>
      [...finished.account.deliveries.values()].some(
        ({ record }) => record.endpointId === endpoint.id && record.attempts.some(({ status }) => status === null),
      ),
  ),
];

/** Instant events that wait for somebody to read their job. */
const lazily: Deviation = breaking(
  'webhook.event.instant:when-read',
  'sends the event once the job is read',
  (behaviour) => {
    const told = new WeakSet<Job>();
    const read = new WeakSet<Job>();
    const late = answering((answer, request) => {
      const job = request.route === 'job-get' ? namedJob(request) : undefined;
      if (job !== undefined && isFinal(job.stage.state) && !told.has(job)) {
        told.add(job);
        read.add(job);
        request.announce(job);
      }
      return answer;
    });
    return late(patch('jobs', { announces: (job) => read.has(job) })(behaviour));
  },
);

/** Sends an event of a job that nobody submitted beside these answers. */
const stray = (rule: string, how: string, summary: string, when: (request: SeenRequest, status: number) => boolean) =>
  breaking(
    `${rule}:${how}`,
    summary,
    besides((request, answer) => {
      const isMeant = request.account !== undefined && when(request, answer?.status ?? 200);
      const job = isMeant && request.account !== undefined ? inventedJob(request.account) : undefined;
      if (job !== undefined) request.announce(job);
      return [];
    }),
  );

const isSubmission = ({ route }: SeenRequest) => route === 'image' || route === 'transcription';

const sent: readonly Deviation[] = [
  stray(
    'webhook.event.none-for-chat',
    'refused',
    'sends an event for refused chat requests',
    ({ route }, status) => route === 'chat' && status >= 400 && status < 500,
  ),
  stray(
    'webhook.event.none-for-chat',
    'failed',
    'sends an event for chat requests that fail',
    ({ route }, status) => route === 'chat' && status >= 500,
  ),
  stray(
    'webhook.event.none-for-chat',
    'stream',
    'sends an event for streamed chat requests',
    ({ route, body }) => route === 'chat' && isObject(body) && body.stream === true,
  ),
  stray(
    'webhook.event.none-for-refused',
    '404',
    'sends an event for submissions that no endpoint can serve',
    (request, status) => isSubmission(request) && status === 404,
  ),
  stray(
    'webhook.event.none-for-refused',
    '409',
    'sends an event for conflicting submissions',
    (request, status) => isSubmission(request) && status === 409,
  ),
  stray(
    'webhook.event.none-for-refused',
    '402',
    'sends an event for submissions without credit',
    (request, status) => isSubmission(request) && status === 402,
  ),
  breaking(
    'webhook.event.none-for-refused-cancel:transcription',
    'sends the event again for the refused cancel of a transcription',
    answering((answer, request) => {
      const job = request.route === 'job-cancel' && answer.status === 409 ? namedJob(request) : undefined;
      if (job?.kind === 'transcription') request.announce(job);
      return answer;
    }),
  ),
  breaking(
    'webhook.event.once-per-job:read',
    'sends an event at each read of a final job',
    answering((answer, request) => {
      const job = request.route === 'job-get' ? namedJob(request) : undefined;
      if (job !== undefined && isFinal(job.stage.state)) request.announce(job);
      return answer;
    }),
  ),
];

const ids: readonly Deviation[] = [
  ...(['failed', 'canceled'] as const).map((state) =>
    breaking(
      `webhook.id.distinct:${state}`,
      `gives the events of ${state} jobs one id`,
      webhooks(({ event }) => ({
        event: (facts) => ({ ...event(facts), ...(facts.type === `job.${state}` ? { id: 'evt_undefined' } : {}) }),
      })),
    ),
  ),
  breaking(
    'webhook.id.distinct:second',
    'makes event ids from the second',
    webhooks(({ event }) => ({
      event: (facts) => ({ ...event(facts), id: `evt_${Math.floor(facts.createdAtMs / 1000)}` }),
    })),
  ),
  breaking(
    'webhook.id.distinct:model',
    'makes event ids from the models of jobs',
    webhooks(({ event }) => ({ event: (facts) => ({ ...event(facts), id: `evt_${String(facts.data.model)}` }) })),
  ),
  ...([3, 8] as const).map((from) =>
    breaking(
      `webhook.id.same-on-retry:${String(from)}`,
      `makes a new event id at attempt ${from}`,
      webhooks(({ event }) => ({
        event(facts) {
          const told = event(facts);
          return facts.attempt < from ? told : { ...told, id: `${String(told.id)}x` };
        },
      })),
    ),
  ),
];

/** As who queues an event anew when its endpoint has changed. */
const anewAfterRotation: Deviation = breaking(
  'webhook.id.same-on-retry:rotation',
  'makes a new event id for retries after a rotation',
  webhooks(({ event }) => {
    const first = new WeakMap<DeliveryOf, readonly string[]>();
    return {
      event(facts) {
        const told = event(facts);
        const { secrets } = facts.of.endpoint;
        const before = first.get(facts.of) ?? secrets;
        first.set(facts.of, before);
        return before === secrets ? told : { ...told, id: `${String(told.id)}r` };
      },
    };
  }),
);

/** Ways to get wrong, in one corner only, which events there are. */
export const eventCorners: readonly Deviation[] = [...unsent, lazily, ...sent, ...ids, anewAfterRotation];
