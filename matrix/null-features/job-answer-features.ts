import { patch } from '@gateproof/simulator';
import type { NullFeature } from './null-feature.ts';
import { inJobs, inOutput, inside, without } from './taking-out.ts';

/** Features of what a Job and a model entry say. */
export const jobAnswerFeatures: readonly NullFeature[] = [
  {
    id: 'job-times',
    without: 'no Job says when it began and ended',
    takeOut: inJobs((job) => without(job, 'started_at', 'completed_at')),
    rules: [
      'job.field.started-at.',
      'job.field.completed-at.',
      'job.time.created-before-started',
      'job.time.started-before-completed',
      'job.time.created-before-completed',
      'job.time.completed-',
      'job.identity.started-at',
      'job.final.completed-at-kept',
    ],
    hold: { 'job.time.completed-only-when-final': 'it speaks of jobs that have not ended' },
  },
  {
    id: 'job-usage',
    without: 'no Job states what it cost',
    takeOut: inJobs((job) => without(job, 'usage')),
    rules: ['job.field.usage', 'version.price.job'],
  },
  {
    id: 'progress',
    without: 'the progress of a Job is an empty object',
    takeOut: inJobs((job) => ({ ...job, progress: {} })),
    rules: ['job.field.progress-'],
  },
  {
    id: 'job-errors',
    without: 'no failed Job says why',
    takeOut: inJobs((job) => without(job, 'error')),
    rules: ['job.field.error', 'job.error.', 'job.final.error-kept', 'job.zdr.kind'],
    hold: {
      'job.error.none-on-succeeded': 'it speaks of jobs that did not fail',
      'job.error.none-before-end': 'it speaks of jobs that have not ended',
    },
  },
  {
    id: 'job-error-kinds',
    without: 'the error of a Job has neither kind nor scope',
    takeOut: inJobs((job) => inside(job, 'error', (error) => without(error, 'kind', 'scope'))),
    rules: ['job.field.error-kind.', 'job.field.error-scope.', 'job.zdr.kind'],
  },
  {
    id: 'output-links',
    without: 'no output item has a link',
    takeOut: inOutput((item) => without(item, 'url', 'url_expires_at')),
    rules: [
      'job.field.output-url.',
      'job.field.output-url-expires-at.',
      'job.output.link-',
      'job.output.fresh-link',
      'job.output.bytes-match',
      'job.output.checksum-match',
      'job.output.file-of-endpoint',
    ],
  },
  {
    id: 'output-facts',
    without: 'an output item is a link alone',
    takeOut: inOutput((item) => without(item, 'type', 'bytes', 'checksum_sha256', 'purged_at', 'url_expires_at')),
    rules: [
      'job.field.output-type.',
      'job.field.output-bytes.',
      'job.field.output-checksum-sha256.',
      'job.field.output-purged-at.',
      'job.field.output-url-expires-at.',
      'job.output.link-unexpired',
      'job.output.fresh-link',
      'job.output.bytes-match',
      'job.output.checksum-match',
    ],
  },
  {
    id: 'output-purging',
    without: 'no file is ever purged',
    takeOut: patch('jobs', { purgeAfterMs: Number.MAX_SAFE_INTEGER / 2 }),
    rules: ['job.field.output-purged-at.'],
  },
  {
    id: 'job-metadata',
    without: 'the metadata of a Job is an empty object',
    takeOut: patch('jobs', ({ render }) => ({ render: (view) => ({ ...render(view), [view.metadataField]: {} }) })),
    rules: ['job.field.svc-metadata-', 'job.metadata.', 'job.identity.requested-model'],
  },
  {
    id: 'model-inputs',
    without: 'no model lists its inputs',
    takeOut: patch('models', ({ render }) => ({ render: (model, where) => without(render(model, where), 'inputs') })),
    rules: ['model.field.inputs.', 'model.get.inputs', 'model.agreement.inputs'],
  },
  {
    id: 'charges',
    without: 'nothing is charged',
    takeOut: patch('routing', ({ candidates }) => ({
      candidates: (...asked) =>
        candidates(...asked).map(({ model, endpoint }) => ({ endpoint, model: { ...model, priceUsd: 0 } })),
    })),
    rules: [
      'chat.served.charged-once',
      'chat.refusal.uncharged',
      'media.refusal.uncharged',
      'idempotency.chat.charged-once',
      'idempotency.media.charged-once',
      'limit.spend.',
      'auth.cap.chat',
      'auth.cap.next-month',
    ],
  },
];
