import { isFinal, patch } from '@gateproof/simulator/behaviour';
import type { JsonObject } from '../changes/exchange-changes.ts';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';
import { jobs, told, without } from './job-changes.ts';

/** Well within the first second, in which a new job need not be found. */
const replicaLagMs = 60;

const errors = (change: (error: JsonObject) => JsonObject) =>
  told((job) =>
    job.error === undefined || job.error === null ? job : { ...job, error: change(job.error as JsonObject) },
  );
/** Changes the metadata object, whatever the service's prefix. */
const metadata = (change: (notes: JsonObject) => JsonObject) =>
  told((job) =>
    Object.fromEntries(
      Object.entries(job).map(([name, value]) => [
        name,
        name.endsWith('_metadata') ? change(value as JsonObject) : value,
      ]),
    ),
  );
const mapTimes = (job: JsonObject, change: (value: string) => string): JsonObject =>
  Object.fromEntries(
    Object.entries(job).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'string' ? change(value) : value,
    ]),
  );

/** How jobs may live and be told otherwise. */
export const jobVariations: readonly Variation[] = [
  differing(
    'job.modality.words',
    'F001',
    'calls modalities by other words',
    told((job) => ({ ...job, modality: job.modality === 'image' ? 'image_generation' : 'transcription' })),
  ),
  differing(
    'job.cost.words',
    'F003',
    'uses other words in costs',
    told((job) =>
      job.usage === undefined
        ? job
        : {
            ...job,
            usage: {
              units: {},
              cost: { billing_usd: 0.04, cost_source: 'metered', cost_status: 'estimated', price_version: 'v7' },
            },
          },
    ),
  ),
  differing(
    'job.metadata.words',
    'F005',
    'uses other retention classes and regions',
    metadata((notes) => ({ ...notes, retention_class: 'ephemeral-30d', region: 'eu-north-9', policy: ['p1'] })),
  ),
  differing(
    'job.metadata.bare',
    'F005',
    'tells only the generation in the metadata',
    metadata(({ generation_id }) => ({ generation_id })),
  ),
  differing(
    'job.queued.never-processing',
    'F013',
    'never shows processing',
    told((job) => (job.state === 'processing' ? without({ ...job, state: 'queued' }, 'started_at') : job)),
  ),
  differing(
    'job.queued.skipped',
    'F013',
    'shows processing at once',
    jobs(({ render }) => ({
      render: (view) => {
        const job = render(view);
        return job.state === 'queued' ? { ...job, state: 'processing' } : job;
      },
    })),
  ),
  differing(
    'job.final-in-202',
    'F110',
    'waits a little, so that quick jobs are final in their 202',
    jobs({ submissionWaitMs: 150 }),
  ),
  differing(
    'job.read.replica-lag',
    'F110',
    'finds a new job after a few milliseconds only',
    jobs(({ find }) => ({
      find(id, account, everyone, why, key) {
        const job = find(id, account, everyone, why, key);
        const isTooNew = why === 'read' && job !== undefined && account.clock.now() < job.createdAtMs + replicaLagMs;
        return isTooNew ? undefined : job;
      },
    })),
  ),
  differing(
    'job.cancel.pending',
    'F014',
    'shows canceled a moment after the accepted cancel',
    jobs({ cancel: 'pending' }),
  ),
  differing('job.cancel.202', 'F084', 'answers an accepted cancel with 202', jobs({ cancelStatus: 202 })),
  differing(
    'job.cancel.pending-refuses-second',
    'F085',
    'refuses a second cancel while the first is pending',
    jobs({ cancel: 'pending', acceptsSecondCancel: false }),
  ),
  differing(
    'job.cancel.conflict-code',
    'F016',
    'refuses late cancels as idempotency_conflict',
    jobs({ finishedCancelCode: 'idempotency_conflict' }),
  ),
  differing(
    'job.cancel.own-code',
    'F016',
    'refuses late cancels under another code of its own',
    patch('errors', ({ translate, status }) => ({
      translate: (error) => (error.code === 'job_already_finished' ? error.as('invalid_state') : translate(error)),
      status: (error) => (error.code === 'invalid_state' ? 409 : status(error)),
    })),
  ),
  differing(
    'job.zdr.get-504',
    'F076',
    'answers reads of a discarded job with 504',
    jobs({ discardedRead: 'retention_expired' }),
  ),
  differing(
    'job.zdr.get-404',
    'F076',
    'answers reads of a discarded job with 404',
    jobs({ discardedRead: 'job_not_found' }),
  ),
  differing(
    'job.zdr.silent',
    'F076',
    'answers reads of a discarded job with 504 and sends no event of it',
    jobs({
      discardedRead: 'retention_expired',
      announces: ({ stage }) => !(stage.state === 'failed' && stage.error.code === 'retention_expired'),
    }),
  ),
  differing(
    'job.zdr.sweep',
    'F108',
    'discards zdr jobs five minutes late',
    jobs({ zdrLifetimeMs: 86_400_000 + 300_000 }),
  ),
  differing(
    'job.times.whole-seconds',
    'F079',
    'tells times in whole seconds',
    told((job) => mapTimes(job, (value) => value.replace(/\.\d+Z$/, 'Z'))),
  ),
  differing(
    'job.times.offset',
    'F079',
    'tells times with an offset and microseconds',
    told((job) =>
      mapTimes(job, (value) => value.replace(/\.?(\d{3})?Z$/, (_end, millis = '000') => `.${millis}123+00:00`)),
    ),
  ),
  differing(
    'job.times.no-started-at',
    'F079',
    'tells no started_at',
    told((job) => without(job, 'started_at')),
  ),
  differing(
    'job.times.no-completed-at',
    'F079',
    'tells no completed_at',
    told((job) => without(job, 'completed_at')),
  ),
  differing(
    'job.null-for-absent',
    'F079',
    'tells null for what is absent',
    told((job) => ({
      started_at: null,
      completed_at: null,
      output: null,
      usage: null,
      error: null,
      retry_of: null,
      ...job,
    })),
  ),
  differing(
    'job.extra-fields',
    'F026',
    'tells more than the contract shows',
    told((job) => ({ ...job, links: { self: `/v1/jobs/${String(job.id)}` }, metadata: null, tags: [] })),
  ),
  differing(
    'job.progress.fractions',
    'F080',
    'tells progress between 0 and 1 in other words',
    told((job) => ({
      ...job,
      progress: { percent: isFinal(String(job.state) as never) ? 1 : 0.3, phase: 'rendering frames' },
    })),
  ),
  differing(
    'job.progress.empty',
    'F080',
    'tells an empty progress',
    told((job) => ({ ...job, progress: {} })),
  ),
  differing(
    'job.usage.absent',
    'F081',
    'tells no usage',
    told((job) => without(job, 'usage')),
  ),
  differing(
    'job.usage.always',
    'F081',
    'tells usage in every state',
    told((job) => ({
      usage: {
        units: { images: 0 },
        cost: { billing_usd: 0, cost_source: 'none', cost_status: 'estimated', price_version: '2026-11-01' },
      },
      ...job,
    })),
  ),
  differing(
    'job.error.on-canceled',
    'F082',
    'tells an error on canceled jobs',
    told((job) =>
      job.state === 'canceled' ? { ...job, error: { code: 'canceled', message: 'Canceled by the client.' } } : job,
    ),
  ),
  differing(
    'job.error.null-scope',
    'F083',
    'tells a null scope in errors',
    errors((error) => ({ ...error, scope: null })),
  ),
  differing(
    'job.error.bare',
    'F083',
    'tells code and message alone',
    errors(({ code }) => ({ code, message: 'The job failed.' })),
  ),
  differing(
    'job.retry-of.unknown-accepted',
    'F086',
    'accepts a retry_of that names no job',
    jobs({ unknownRetry: 'accept' }),
  ),
  differing(
    'job.retry-of.unknown-400',
    'F086',
    'refuses a retry_of that names no job as invalid',
    jobs({ unknownRetry: 'invalid_request' }),
  ),
  differing(
    'job.restricted-key.403',
    'F105',
    'refuses reads by keys restricted to other models',
    jobs({ restrictedCode: 'forbidden' }),
  ),
  differing(
    'job.restricted-key.404',
    'F105',
    'hides jobs from keys restricted to other models',
    jobs({ restrictedCode: 'job_not_found' }),
  ),
  differing(
    'job.model.alias',
    'F123',
    'tells a dated version of the model',
    told((job) => ({ ...job, model: `${String(job.model)}-2026-01-01` })),
  ),
  differing(
    'job.inputs.http-audio',
    'F072',
    'accepts any audio URL at submission',
    jobs(({ inputProblem }) => ({
      inputProblem: (kind, body) => (kind === 'transcription' ? undefined : inputProblem(kind, body)),
    })),
  ),
];
