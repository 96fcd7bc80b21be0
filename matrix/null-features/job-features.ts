import { patch } from '@gateproof/simulator';
import { type NullFeature, together } from './null-feature.ts';
import { unlistedCode, unrouted } from './taking-out.ts';

/** The rules that speak of reading a job. */
const readRules: readonly string[] = [
  'job.read.',
  'job.isolation.read',
  'job.isolation.same-refusal',
  'job.final.',
  'job.outcome.',
  'media.create.stored',
  'version.prefix.job-get',
];

/** Features of media jobs and of what comes back from endpoints. */
export const jobFeatures: readonly NullFeature[] = [
  {
    id: 'image-route',
    without: 'there is no route for images',
    takeOut: unrouted('image'),
    rules: [
      'media.create.image',
      'media.forward.image-inputs',
      'media.model.unknown-image',
      'job.output.each-image',
      'idempotency.body.different-image',
      'idempotency.scope.image-and-transcription',
      'auth.model.image',
      'auth.route.image',
      'version.prefix.image',
      unlistedCode,
    ],
  },
  {
    id: 'transcription-route',
    without: 'there is no route for transcriptions',
    takeOut: unrouted('transcription'),
    rules: [
      'media.create.transcription',
      'media.forward.transcription-inputs',
      'media.model.unknown-transcription',
      'media.body.audio-scheme',
      'media.body.upload',
      'job.outcome.transcription-',
      'webhook.event.transcription',
      'idempotency.media.transcription-first-result',
      'idempotency.body.different-transcription',
      'idempotency.scope.image-and-transcription',
      'auth.model.transcription',
      'auth.route.transcription',
      'version.prefix.transcription',
      unlistedCode,
    ],
  },
  {
    id: 'job-route',
    without: 'there is no route to read a job',
    takeOut: unrouted('job-get'),
    rules: [...readRules, 'auth.route.job-get', unlistedCode],
  },
  {
    id: 'cancel-route',
    without: 'there is no route to cancel a job',
    takeOut: unrouted('job-cancel'),
    rules: [
      'job.cancel',
      'job.isolation.cancel',
      'job.outcome.canceled',
      'webhook.event.canceled',
      'webhook.event.none-for-refused-cancel',
      'auth.route.job-cancel',
      'version.prefix.job-cancel',
      unlistedCode,
    ],
  },
  {
    id: 'job-reads',
    without: 'no job can be read',
    takeOut: patch('jobs', ({ find }) => ({
      find: (id, account, everyone, why, key) => (why === 'read' ? undefined : find(id, account, everyone, why, key)),
    })),
    rules: readRules,
  },
  {
    id: 'cancels',
    without: 'a cancel is accepted and does nothing',
    takeOut: together(
      patch('jobs', { cancel: 'ignore' }),
      patch('exchanges', ({ answer }) => ({
        answer(sent, request) {
          const present = answer(sent, request);
          const isLate = request.route === 'job-cancel' && present.status === 409;
          return isLate ? { ...present, status: 200, body: { object: 'job' } } : present;
        },
      })),
    ),
    rules: ['job.cancel', 'webhook.event.canceled', 'job.outcome.canceled'],
    hold: {
      'job.cancel.accepted': 'it speaks of the answer to a cancel alone',
      'job.cancel.no-body': 'it speaks of the answer to a cancel alone',
      'job.cancel.state-shown': 'it speaks of the answer to a cancel alone',
      'job.cancel.again': 'it speaks of the answer to a cancel alone',
      'job.cancel.unknown': 'it speaks of jobs that do not exist',
      'job.cancel.malformed': 'it speaks of jobs that do not exist',
    },
  },
  {
    id: 'zdr',
    without: 'no job is discarded',
    takeOut: patch('jobs', { zdrLifetimeMs: undefined }),
    rules: ['job.zdr.', 'error.code.retention-expired.'],
    hold: { 'error.code.retention-expired.jobs-only': 'it speaks of conversations' },
  },
  {
    id: 'link-expiry',
    without: 'a link is made once and lasts',
    takeOut: patch('jobs', { refreshesLinks: false, linkLifetimeMs: 400 * 86_400_000 }),
    rules: ['job.output.fresh-link'],
  },
  {
    id: 'timeouts',
    without: 'a silent endpoint is waited for without end',
    takeOut: patch('routing', { silenceLimitMs: () => Number.MAX_SAFE_INTEGER }),
    rules: [
      'error.upstream.timeout',
      'stream.early.timeout',
      'stream.failure-cause.stall',
      'media.failure.timeout',
      'error.code.upstream-timeout.',
      'error.code.request-timeout.',
    ],
  },
  {
    id: 'refusals-of-endpoints',
    without: 'a refusal by an endpoint is taken for its failure',
    takeOut: patch('routing', ({ classify }) => ({
      classify(failure) {
        const code = classify(failure);
        return code === 'moderation_refused' || code === 'context_length_exceeded' ? 'provider_unavailable' : code;
      },
    })),
    rules: ['chat.moderation.', 'media.failure.moderation', 'chat.context.endpoint-refused'],
    hold: {
      'chat.moderation.refused': "freedom F055 lets an endpoint's refusal be one of its failures",
      'media.failure.moderation': "freedom F055 lets an endpoint's refusal be one of its failures",
      'chat.context.endpoint-refused': "freedom F055 lets an endpoint's refusal be one of its failures",
    },
  },
  {
    id: 'attempts',
    without: 'no error names its attempts',
    takeOut: patch('errors', ({ body }) => ({
      body(error, requestId) {
        const { attempts: _, ...rest } = body.call(this, error, requestId);
        return rest;
      },
    })),
    rules: ['error.attempts.', 'error.envelope.attempts-'],
  },
  {
    id: 'request-ids',
    without: 'no answer has a request id',
    takeOut: patch('errors', ({ body }) => ({
      requestIdHeader: () => undefined,
      body(error, requestId) {
        const { request_id: _, ...rest } = body.call(this, error, requestId);
        return rest;
      },
    })),
    rules: ['error.request-id.', 'error.header.request-id-', 'error.envelope.request-id-', 'stream.failure.request-id'],
  },
  {
    id: 'retry-after',
    without: 'no error states a wait',
    takeOut: patch('errors', ({ body }) => ({
      retryAfterHeader: () => undefined,
      body(error, requestId) {
        const { retry_after_ms: _, ...rest } = body.call(this, error, requestId);
        return rest;
      },
    })),
    rules: ['error.header.retry-after-', 'error.envelope.retry-after-'],
  },
];
