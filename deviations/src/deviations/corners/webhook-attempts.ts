import { type DeliveryOf, isFinal, patch, type WebhookBehaviour } from '@gateproof/simulator/behaviour';
import { answering, namedJob } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const webhooks = (change: (behaviour: WebhookBehaviour) => Partial<WebhookBehaviour>) => patch('webhooks', change);

/** Does not try again in these cases. */
const stopping = (
  rule: string,
  how: string,
  summary: string,
  stops: (status: number | null, attempt: number, of: DeliveryOf) => boolean,
) =>
  breaking(
    `${rule}:${how}`,
    summary,
    webhooks(({ isRetried }) => ({
      isRetried: (status, attempt, of) =>
        isRetried(status, attempt, of) && !(of !== undefined && stops(status, attempt, of)),
    })),
  );

/** Whether the latest attempt met a trouble of this name. */
const met = ({ finished, endpoint }: DeliveryOf, trouble: string) =>
  [...finished.account.deliveries.values()].some(
    ({ record }) =>
      record.endpointId === endpoint.id &&
      record.jobId === finished.job.id &&
      record.attempts.at(-1)?.trouble?.includes(trouble),
  );

/** Takes other statuses for success. */
const acknowledging = (rule: string, how: string, summary: string, isSuccess: WebhookBehaviour['isSuccess']) =>
  breaking(
    `${rule}:${how}`,
    summary,
    webhooks(() => ({ isSuccess })),
  );
const isOk = (status: number) => status >= 200 && status < 300;

const others = ({ finished, endpoint }: DeliveryOf) =>
  [...finished.account.deliveries.values()].filter(
    ({ record }) => record.endpointId === endpoint.id && record.jobId !== finished.job.id,
  );

const retries: readonly Deviation[] = [
  ...(['job.failed', 'job.canceled'] as const).map((type) =>
    stopping(
      'webhook.failure.status-5xx',
      type,
      `tries ${type} once`,
      (_status, _attempt, { finished }) => finished.type === type,
    ),
  ),
  stopping(
    'webhook.failure.status-5xx',
    'transcription',
    'tries events of transcriptions once',
    (_status, _attempt, { finished }) => finished.job.kind === 'transcription',
  ),
  stopping(
    'webhook.failure.status-5xx',
    'second-endpoint',
    'tries once at endpoints that were added later',
    (_status, _attempt, { finished, endpoint }) => [...finished.account.webhooks.values()][0]?.id !== endpoint.id,
  ),
  stopping(
    'webhook.failure.status-5xx',
    'cloudflare',
    'gives up on statuses above 511',
    (status) => status !== null && status > 511 && status < 599,
  ),
  stopping('webhook.failure.status-4xx', 'unusual', 'gives up on 415, 418, 421, 423 and 431', (status) =>
    [415, 418, 421, 423, 431].includes(status ?? 0),
  ),
  stopping(
    'webhook.failure.status-4xx',
    'failed-job',
    'tries job.failed once after a 4xx',
    (status, _attempt, { finished }) => finished.type === 'job.failed' && (status ?? 0) >= 400 && (status ?? 0) < 500,
  ),
  stopping(
    'webhook.failure.status-5xx',
    'first-of-many',
    'retries an event at one of its endpoints',
    (_status, _attempt, { finished, endpoint }) =>
      [...finished.account.deliveries.values()].find(({ record }) => record.jobId === finished.job.id)?.record
        .endpointId !== endpoint.id,
  ),
  stopping(
    'webhook.failure.status-5xx',
    'discarded',
    'tries the event of a discarded job once',
    (_status, _attempt, { finished: { job } }) =>
      job.stage.state === 'failed' && job.stage.error.code === 'retention_expired',
  ),
  stopping(
    'webhook.failure.connection-lost',
    'no-http',
    'gives up when the answer is no HTTP',
    (_status, _attempt, of) => met(of, 'HTTP'),
  ),
  stopping(
    'webhook.failure.connection-lost',
    'refused',
    'gives up where the connection is refused',
    (_status, _attempt, of) => met(of, 'ECONNREFUSED'),
  ),
  breaking(
    'webhook.failure.status-5xx:removal',
    'stops every retry of an account when an endpoint is removed',
    webhooks(({ remove }) => ({
      remove(endpoint, account) {
        remove(endpoint, account);
        for (const { record } of account.deliveries.values()) if (record.state === 'pending') record.state = 'stopped';
      },
    })),
  ),
  stopping(
    'webhook.schedule.eight-attempts',
    'second-event',
    'tries events once while another one waits for its retry',
    (_status, _attempt, of) => others(of).some(({ record }) => record.state === 'pending'),
  ),
  stopping(
    'webhook.schedule.eight-attempts',
    'after-giving-up',
    'tries events once at endpoints that were given up',
    (_status, _attempt, of) => others(of).some(({ record }) => record.state === 'given-up'),
  ),
  breaking(
    'webhook.schedule.eight-attempts:other-event',
    'drops what waits at an endpoint when a new event arrives there',
    webhooks(({ isSuccess }) => ({
      isSuccess(status, attempt, of) {
        const succeeds = isSuccess(status, attempt, of);
        if (succeeds && of !== undefined)
          for (const { record } of others(of)) if (record.state === 'pending') record.state = 'delivered';
        return succeeds;
      },
    })),
  ),
  breaking(
    'webhook.schedule.eight-attempts:read',
    'stops once the job has been read',
    answering((answer, request) => {
      const job = request.route === 'job-get' ? namedJob(request) : undefined;
      if (job !== undefined && isFinal(job.stage.state))
        for (const { record } of request.account?.deliveries.values() ?? [])
          if (record.jobId === job.id && record.attempts.length > 0 && record.state === 'pending')
            record.state = 'stopped';
      return answer;
    }),
  ),
];

const answers: readonly Deviation[] = [
  acknowledging(
    'webhook.acknowledged.status-other',
    '206',
    'takes 206 for a failure',
    (status) => isOk(status) && status !== 206,
  ),
  acknowledging(
    'webhook.acknowledged.status-other',
    '205',
    'takes 205 for a failure',
    (status) => isOk(status) && status !== 205,
  ),
  acknowledging(
    'webhook.acknowledged.status-other',
    '208',
    'takes up to 208 for success',
    (status) => status >= 200 && status <= 208,
  ),
  acknowledging(
    'webhook.acknowledged.status-201',
    'failed',
    'takes 200 alone for job.failed',
    (status, _attempt, of) => (of?.finished.type === 'job.failed' ? status === 200 : isOk(status)),
  ),
  acknowledging(
    'webhook.acknowledged.status-201',
    'location',
    'takes every answer with a Location for a redirect',
    (status, _attempt, _of, answer) => isOk(status) && answer?.location === undefined,
  ),
  acknowledging(
    'webhook.acknowledged.status-204',
    'canceled',
    'takes no 204 for job.canceled',
    (status, _attempt, of) => isOk(status) && !(status === 204 && of?.finished.type === 'job.canceled'),
  ),
  acknowledging(
    'webhook.acknowledged.status-200',
    'body',
    'takes an answer that says something for a failure',
    (status, _attempt, _of, answer) => isOk(status) && answer?.isEmpty !== false,
  ),
  acknowledging(
    'webhook.acknowledged.status-200',
    'second-endpoint',
    'goes on at endpoints that were added later',
    (status, _attempt, of) =>
      isOk(status) && [...(of?.finished.account.webhooks.values() ?? [])][0]?.id === of?.endpoint.id,
  ),
  acknowledging(
    'webhook.acknowledged.on-retry',
    'third',
    'takes no success at the third attempt',
    (status, attempt) => isOk(status) && attempt !== 3,
  ),
  acknowledging(
    'webhook.failure.status-4xx',
    '409-canceled',
    'takes 409 for job.canceled',
    (status, _attempt, of) => isOk(status) || (status === 409 && of?.finished.type === 'job.canceled'),
  ),
  acknowledging('webhook.failure.redirect', '308', 'takes 308 for success', (status) => isOk(status) || status === 308),
  breaking(
    'webhook.failure.late-answer:retry',
    'waits a minute for answers to retries',
    webhooks(() => ({ retryAnswerLimitMs: minuteMs })),
  ),
  breaking(
    'webhook.failure.late-answer:12s',
    'waits twelve seconds',
    webhooks(() => ({ answerLimitMs: 12_000 })),
  ),
  breaking(
    'webhook.acknowledged.in-nine-seconds:retry',
    'waits five seconds for answers to retries',
    webhooks(() => ({ retryAnswerLimitMs: 5_000 })),
  ),
];

const uncounted = (how: string, statuses: readonly (number | null)[]) =>
  breaking(
    `webhook.schedule.no-ninth:${how}`,
    `does not count attempts that ended with ${statuses.join(' or ')}`,
    webhooks(({ counts }) => ({
      counts: (status, trouble) => counts(status, trouble) && !statuses.includes(status),
    })),
  );

const gaps = (rule: string, how: string, summary: string, gapMs: WebhookBehaviour['gapMs']) =>
  breaking(
    `${rule}:${how}`,
    summary,
    webhooks(() => ({ gapMs })),
  );
const usual = [1, 5, 30, 120, 240, 360, 480].map((minutes) => minutes * minuteMs);
const usualGap = (attempt: number) => usual[attempt - 1] ?? 8 * hourMs;

const schedules: readonly Deviation[] = [
  uncounted('429', [429]),
  uncounted('503', [503]),
  uncounted('401', [401, 403]),
  uncounted('410', [410]),
  breaking(
    'webhook.schedule.whatever-the-failure:timeout',
    'does not count attempts that nobody answered in time',
    webhooks(({ counts }) => ({
      counts: (status, trouble) => counts(status, trouble) && !trouble?.startsWith('no answer within'),
    })),
  ),
  gaps('webhook.schedule.gaps-grow', '429', 'tries busy receivers again each hour', (attempt, _fraction, status) =>
    status === 429 || status === 503 ? 3 * hourMs : usualGap(attempt),
  ),
  gaps(
    'webhook.schedule.gaps-grow',
    'no-answer',
    'tries silent receivers again each hour',
    (attempt, _fraction, status) => (status === null ? 3 * hourMs : usualGap(attempt)),
  ),
  gaps('webhook.schedule.gaps-grow', '4xx', 'tries again each three hours after a 4xx', (attempt, _fraction, status) =>
    (status ?? 0) >= 400 && (status ?? 0) < 500 ? 3 * hourMs : usualGap(attempt),
  ),
  gaps(
    'webhook.schedule.gaps-grow',
    'redirect',
    'tries again each hour after a redirect',
    (attempt, _fraction, status) => ((status ?? 0) >= 300 && (status ?? 0) < 400 ? hourMs : usualGap(attempt)),
  ),
  gaps('webhook.schedule.gaps-grow', '503', 'tries again each hour after a 503', (attempt, _fraction, status) =>
    status === 503 ? hourMs : usualGap(attempt),
  ),
  gaps(
    'webhook.schedule.gaps-grow',
    'refused',
    'tries again each hour after a 400, 401 or 403',
    (attempt, _fraction, status) => ([400, 401, 403].includes(status ?? 0) ? hourMs : usualGap(attempt)),
  ),
  gaps('webhook.schedule.gaps-grow', 'full-jitter', 'draws gaps from zero up', (attempt, fraction) =>
    Math.max(20_000, 2 * usualGap(attempt) * fraction),
  ),
  gaps('webhook.schedule.gaps-grow', 'two-steps', 'waits a minute or four hours, in turns', (attempt) =>
    attempt % 2 === 1 ? minuteMs : 4 * hourMs,
  ),
  gaps('webhook.schedule.gaps-grow', 'backwards', 'waits less each time', (attempt) => usualGap(8 - attempt)),
  gaps('webhook.schedule.not-short', '4xx', 'tries each minute or so after a 4xx', (attempt, _fraction, status) =>
    (status ?? 0) >= 400 && (status ?? 0) < 500 ? attempt * minuteMs : usualGap(attempt),
  ),
  gaps('webhook.schedule.not-short', 'no-answer', 'tries silent receivers soon again', (attempt, _fraction, status) =>
    status === null ? attempt * minuteMs : usualGap(attempt),
  ),
  gaps(
    'webhook.schedule.not-short',
    'retry-after',
    'comes when a 503 asks for it',
    (attempt, _fraction, status, answer) =>
      status === 503 && answer?.retryAfter !== undefined ? Number(answer.retryAfter) * 1_000 : usualGap(attempt),
  ),
  gaps('webhook.schedule.not-short', 'doubling', 'doubles a second', (attempt) => 1_000 * 2 ** (attempt - 1)),
  gaps(
    'webhook.schedule.not-short',
    'milliseconds',
    'takes seconds for milliseconds',
    (attempt) => usualGap(attempt) / 1_000,
  ),
  gaps('webhook.schedule.not-long', 'last', 'waits four days for the last attempt', (attempt) =>
    attempt === 7 ? 96 * hourMs : attempt * hourMs,
  ),
  gaps('webhook.schedule.not-long', 'doubling', 'doubles half an hour', (attempt) => 0.5 * hourMs * 2 ** (attempt - 1)),
];

/** Ways to get wrong, in one corner only, what ends the attempts and when the next one comes. */
export const attemptCorners: readonly Deviation[] = [...retries, ...answers, ...schedules];
