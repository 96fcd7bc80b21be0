import { type Deviation, patch } from '../behaviour/patch.ts';
import { isFinal, type JobFile } from '../domain/jobs/job.ts';
import { breaking } from './breaking.ts';
import { renderingJobs, set } from './job-fields.ts';
import { insideEach } from './reshape.ts';

const hourMs = 3_600_000;
const finals = new Set<unknown>(['succeeded', 'failed', 'canceled']);
const everywhere = (
  id: string,
  _account: unknown,
  everyone: Iterable<{ readonly jobs: ReadonlyMap<string, never> }>,
) => {
  for (const { jobs } of everyone) if (jobs.has(id)) return jobs.get(id);
  return undefined;
};

/** Ways to get wrong how jobs live and end. */
const lives: readonly Deviation[] = [
  breaking(
    'job.state.final-stays',
    'tells a finished job as canceled from its second read on',
    (behaviour) => {
      const read = new Set<string>();
      return patch('jobs', ({ render }) => ({
        render(view) {
          const told = render(view);
          if (view.where !== 'read' || view.job.stage.state !== 'succeeded') return told;
          if (read.has(view.job.id)) return { ...told, state: 'canceled' };
          read.add(view.job.id);
          return told;
        },
      }))(behaviour);
    },
    { entails: ['job.', 'media.failure', 'webhook.', 'idempotency.', 'signature.', 'rotation.'] },
  ),
  breaking('job.outcome.canceled', 'accepts a cancel and goes on', patch('jobs', { cancel: 'ignore' }), {
    entails: ['job.', 'webhook.', 'idempotency.', 'signature.', 'rotation.', 'version.'],
  }),
  breaking(
    'job.outcome.not-early',
    'tells processing as succeeded',
    renderingJobs((told) => (told.state === 'processing' ? { ...told, state: 'succeeded' } : told)),
    {
      entails: ['job.', 'webhook.', 'media.', 'idempotency.', 'rotation.', 'fallback.media', 'signature.', 'version.'],
    },
  ),
  breaking('job.final.readable', 'forgets final jobs after an hour', patch('jobs', { readableForMs: hourMs }), {
    entails: ['job.final', 'job.delivery', 'job.output', 'job.zdr', 'job.cancel-finished', 'job.read', 'idempotency.'],
  }),
  breaking(
    'job.final.completed-at-kept',
    'tells completed_at as the time of the read',
    patch('jobs', ({ render }) => ({
      render: (view) => {
        const told = render(view);
        return told.completed_at === undefined ? told : { ...told, completed_at: new Date(view.nowMs).toISOString() };
      },
    })),
    { entails: ['webhook.data', 'job.cancel-finished.unchanged', 'job.delivery', 'job.retry-of.new-job'] },
  ),
  breaking(
    'job.final.error-kept',
    'tells the error of a failed job anew after a while',
    patch('jobs', ({ render }) => ({
      render: (view) => {
        const told = render(view);
        const isLate = view.nowMs > view.job.createdAtMs + 30_000;
        return told.error === undefined || !isLate
          ? told
          : { ...told, error: { code: 'internal_error', kind: 'unknown', scope: 'request', message: 'It failed.' } };
      },
    })),
    { entails: ['job.zdr', 'job.delivery', 'job.cancel-finished'] },
  ),
  breaking(
    'job.final.output-kept',
    'drops the output of older jobs',
    patch('jobs', ({ render }) => ({
      render: (view) => {
        const told = render(view);
        return Array.isArray(told.output) && view.nowMs > view.job.createdAtMs + 30_000
          ? { ...told, output: told.output.map((item) => ({ ...item, checksum_sha256: 'gone', bytes: 0 })) }
          : told;
      },
    })),
    { entails: ['job.delivery', 'job.output', 'webhook.data'] },
  ),
  breaking(
    'job.final.state-kept',
    'tells finished jobs as failed once a minute has passed',
    patch('jobs', ({ render }) => ({
      render: (view) =>
        view.where === 'read' && isFinal(view.job.stage.state) && view.nowMs > view.job.createdAtMs + 50_000
          ? {
              ...render(view),
              state: 'failed',
              error: { code: 'internal_error', kind: 'unknown', message: 'It failed.' },
            }
          : render(view),
    })),
    { entails: ['job.', 'webhook.', 'media.failure', 'idempotency.'] },
  ),
];

const zdr: readonly Deviation[] = [
  breaking('job.zdr.discarded', 'never discards zdr jobs', patch('jobs', { zdrLifetimeMs: undefined }), {
    how: 'never',
    entails: ['job.zdr'],
  }),
  breaking('job.zdr.discarded', 'discards zdr jobs after 48 hours', patch('jobs', { zdrLifetimeMs: 48 * hourMs }), {
    how: 'two-days',
    entails: ['job.zdr'],
  }),
  breaking('job.zdr.not-before', 'discards zdr jobs after 12 hours', patch('jobs', { zdrLifetimeMs: 12 * hourMs }), {
    how: 'half-a-day',
    entails: ['job.zdr'],
  }),
  breaking('job.zdr.not-before', 'discards zdr jobs after 23 hours', patch('jobs', { zdrLifetimeMs: 23 * hourMs }), {
    how: 'hour-early',
    entails: ['job.zdr'],
  }),
  breaking(
    'job.zdr.discarded',
    'discards zdr jobs as timed out',
    patch('jobs', ({ zdrError }) => ({ zdrError: { ...zdrError, code: 'request_timeout' } })),
    { how: 'other-code', entails: ['job.zdr'] },
  ),
  breaking('job.zdr.others-kept', 'discards every job after 24 hours', patch('jobs', { isDiscarded: () => true }), {
    entails: ['job.', 'idempotency.memory'],
  }),
  breaking(
    'job.zdr.kind',
    'tells retention_expired as a timeout',
    renderingJobs((told) => {
      const error = told.error as Readonly<Record<string, unknown>> | undefined;
      return error?.code === 'retention_expired' ? { ...told, error: { ...error, kind: 'timeout' } } : told;
    }),
    { entails: ['job.field.error-kind.of-code'] },
  ),
];

const times: readonly Deviation[] = [
  breaking(
    'job.time.completed-only-when-final',
    'tells completed_at on every job',
    renderingJobs((told) => ({ ...told, completed_at: told.completed_at ?? told.created_at })),
    { entails: ['job.time', 'job.final'] },
  ),
  breaking(
    'job.time.created-before-started',
    'tells started_at a minute early',
    renderingJobs((told) =>
      told.started_at === undefined
        ? told
        : { ...told, started_at: new Date(Date.parse(String(told.started_at)) - 60_000).toISOString() },
    ),
  ),
  breaking(
    'job.time.started-before-completed',
    'tells completed_at before started_at',
    renderingJobs((told) =>
      told.completed_at === undefined || told.started_at === undefined
        ? told
        : { ...told, completed_at: new Date(Date.parse(String(told.started_at)) - 5_000).toISOString() },
    ),
    { entails: ['job.time'] },
  ),
  breaking(
    'job.time.created-before-completed',
    'tells completed_at before created_at',
    renderingJobs((told) =>
      told.completed_at === undefined
        ? told
        : { ...told, completed_at: new Date(Date.parse(String(told.created_at)) - 60_000).toISOString() },
    ),
    { entails: ['job.time'] },
  ),
  breaking(
    'job.time.created-at-submission',
    'tells created_at on another clock',
    renderingJobs((told) => ({ ...told, created_at: '2026-01-01T00:00:00.000Z' })),
    { entails: ['job.time'] },
  ),
  breaking(
    'job.time.completed-at-end',
    'tells completed_at as the end of the day',
    renderingJobs((told) =>
      told.completed_at === undefined
        ? told
        : { ...told, completed_at: `${String(told.completed_at).slice(0, 10)}T23:59:59.999Z` },
    ),
    { entails: ['job.time'] },
  ),
];

const output: readonly Deviation[] = [
  breaking(
    'job.output.on-succeeded',
    'tells no output',
    renderingJobs((told) => (told.output === undefined ? told : { ...told, output: [] })),
    { entails: ['job.output', 'job.final'] },
  ),
  breaking(
    'job.output.none-on-failed',
    'tells output on failed jobs',
    renderingJobs((told) => (told.state === 'failed' ? { ...told, output: [{ type: 'image/png' }] } : told)),
    { entails: ['job.zdr.output-gone', 'job.final'] },
  ),
  breaking(
    'job.output.none-on-canceled',
    'tells output on canceled jobs',
    renderingJobs((told) => (told.state === 'canceled' ? { ...told, output: [{ type: 'image/png' }] } : told)),
    { entails: ['job.final'] },
  ),
  breaking(
    'job.output.link-unexpired',
    'hands out links that have expired',
    renderingJobs((told) =>
      insideEach(told, 'output', (item) => ({ ...item, url_expires_at: '2026-01-01T00:00:00.000Z' })),
    ),
    { entails: ['job.output.fresh-link'] },
  ),
  breaking('job.output.fresh-link', "keeps the links of the job's end", patch('jobs', { refreshesLinks: false }), {
    entails: ['job.output.link-unexpired'],
  }),
  breaking(
    'job.output.link-opens',
    'hands out links that lead nowhere',
    renderingJobs((told) => insideEach(told, 'output', (item) => ({ ...item, url: `${String(item.url)}0` }))),
  ),
  breaking(
    'job.output.bytes-match',
    'tells the size of the base64 text',
    renderingJobs((told) =>
      insideEach(told, 'output', (item) => ({ ...item, bytes: Math.ceil(Number(item.bytes) * 1.33) })),
    ),
  ),
  breaking(
    'job.output.checksum-match',
    'tells the checksum of the link',
    renderingJobs((told) => insideEach(told, 'output', (item) => ({ ...item, checksum_sha256: 'ab'.repeat(32) }))),
  ),
  breaking(
    'job.output.each-image',
    'keeps the first image only',
    patch('jobs', { files: (files) => files.slice(0, 1) }),
  ),
  breaking(
    'job.output.file-of-endpoint',
    'keeps altered files',
    patch('jobs', { files: (files) => files.map(altered) }),
  ),
];

function altered({ bytes, type }: JobFile): JobFile {
  return { bytes: Buffer.concat([bytes, Buffer.from([0])]), type };
}

const errors: readonly Deviation[] = [
  breaking(
    'job.error.on-failed',
    'tells no error on failed jobs',
    renderingJobs((told) => ({ ...told, error: undefined })),
    { entails: ['media.failure', 'job.zdr', 'job.field.error'] },
  ),
  breaking(
    'job.error.none-on-succeeded',
    'tells an error on succeeded jobs',
    renderingJobs((told) =>
      told.state === 'succeeded' ? { ...told, error: { code: 'internal_error', message: 'none' } } : told,
    ),
  ),
  breaking(
    'job.error.none-before-end',
    'tells an error on running jobs',
    renderingJobs((told) =>
      finals.has(told.state) ? told : { ...told, error: { code: 'internal_error', message: 'none' } },
    ),
  ),
];

const identity: readonly Deviation[] = [
  breaking(
    'job.identity.id-prefix',
    'tells ids without the prefix',
    renderingJobs((told) => ({ ...told, id: String(told.id).replace('job_', '') })),
    {
      entails: [
        'job.',
        'media.',
        'webhook.',
        'idempotency.',
        'rotation.',
        'signature.',
        'fallback.media',
        'version.',
        'limit.',
        'auth.delivery',
      ],
    },
  ),
  breaking(
    'job.identity.id',
    'tells another id on reads',
    patch('jobs', ({ render }) => ({
      render: (view) => (view.where === 'read' ? { ...render(view), id: `${view.job.id}x` } : render(view)),
    })),
    {
      entails: ['job.', 'media.', 'webhook.', 'idempotency.', 'rotation.', 'signature.', 'fallback.media', 'version.'],
    },
  ),
  ...(['generation_id', 'created_at', 'modality'] as const).map((field) =>
    breaking(
      `job.identity.${field.replace('_', '-')}`,
      `tells another ${field} on reads`,
      patch('jobs', ({ render }) => ({
        render: (view) =>
          view.where === 'read'
            ? {
                ...render(view),
                [field]: field === 'created_at' ? new Date(view.job.createdAtMs + 1_000).toISOString() : 'other',
              }
            : render(view),
      })),
      {
        entails: [
          'webhook.data',
          'job.time',
          'job.cancel-finished',
          'job.field.svc-metadata-generation-id',
          'idempotency.media.same-identity',
        ],
      },
    ),
  ),
  breaking(
    'job.identity.started-at',
    'tells an earlier started_at at each sight',
    (behaviour) => {
      let sights = 0;
      return patch('jobs', ({ render }) => ({
        render(view) {
          const told = render(view);
          if (typeof told.started_at !== 'string') return told;
          sights += 1;
          return { ...told, started_at: new Date(Date.parse(told.started_at) - sights * 1_000).toISOString() };
        },
      }))(behaviour);
    },
    { entails: ['job.time', 'webhook.data', 'job.cancel-finished', 'job.delivery', 'job.retry-of'] },
  ),
  breaking(
    'job.metadata.requested-model',
    'tells the first model of the account',
    renderingJobs((told) => {
      const name = Object.keys(told).find((field) => field.endsWith('_metadata')) ?? '';
      return { ...told, [name]: { ...(told[name] as object), requested_model: 'gateproof/echo' } };
    }),
  ),
];

const reads: readonly Deviation[] = [
  breaking(
    'job.read.unknown',
    'answers unknown ids as bad requests',
    patch('jobs', { unknownCode: 'invalid_request' }),
    { how: '400', entails: ['job.', 'media.'] },
  ),
  breaking(
    'job.read.unknown',
    'answers unknown ids as unknown models',
    patch('jobs', { unknownCode: 'model_not_found' }),
    { how: 'model', entails: ['job.', 'media.'] },
  ),
  breaking(
    'job.isolation.read',
    'shows jobs to every account',
    patch('jobs', ({ find }) => ({
      find: (id, account, everyone, why) =>
        why === 'read' ? (everywhere(id, account, everyone as never) as never) : find(id, account, everyone, why),
    })),
    { entails: ['job.isolation'] },
  ),
  breaking(
    'job.isolation.cancel',
    'cancels jobs of every account',
    patch('jobs', ({ find }) => ({
      find: (id, account, everyone, why) =>
        why === 'cancel' ? (everywhere(id, account, everyone as never) as never) : find(id, account, everyone, why),
    })),
    { entails: ['job.isolation'] },
  ),
  breaking(
    'job.retry-of.foreign',
    'accepts jobs of other accounts as retried',
    patch('jobs', ({ find }) => ({
      find: (id, account, everyone, why) =>
        why === 'retry' ? (everywhere(id, account, everyone as never) as never) : find(id, account, everyone, why),
    })),
  ),
  breaking(
    'job.read.restricted-key',
    'answers restricted keys as unauthorized',
    patch('jobs', { restrictedCode: 'unauthorized' }),
  ),
  breaking('job.retry-of.echoed', 'drops retry_of', renderingJobs(set('retry_of', undefined)), {
    entails: ['job.retry-of', 'job.field.retry-of', 'job.identity.retry-of'],
  }),
  breaking(
    'job.retry-of.absent',
    'makes up a retry_of',
    renderingJobs((told) => ({ ...told, retry_of: told.retry_of ?? 'job_madeup' })),
    { entails: ['job.retry-of'] },
  ),
  breaking(
    'job.retry-of.earlier-job',
    'tells a job as its own retry',
    renderingJobs((told) => ({ ...told, retry_of: told.id })),
    { entails: ['job.retry-of', 'job.identity.retry-of'] },
  ),
];

const cancels: readonly Deviation[] = [
  breaking('job.cancel.accepted', 'answers a cancel with 204', patch('jobs', { cancelStatus: 204 }), {
    how: '204',
    entails: ['job.', 'version.prefix.job-cancel', 'idempotency.scope.read-and-cancel', 'idempotency.media'],
  }),
  breaking(
    'job.cancel.state-shown',
    'tells a canceled job as succeeded in the answer',
    patch('jobs', ({ render }) => ({
      render: (view) => (view.where === 'cancel' ? { ...render(view), state: 'succeeded' } : render(view)),
    })),
    { entails: ['job.'] },
  ),
  breaking(
    'job.cancel-finished.succeeded',
    'accepts the cancel of any finished job',
    patch('jobs', { finishedCancelCode: undefined }),
    { entails: ['job.cancel-finished', 'job.cancel'] },
  ),
  breaking(
    'job.cancel-finished.code',
    'refuses late cancels as unknown jobs under 409',
    patch('errors', ({ translate, status }) => ({
      translate: (error) => (error.code === 'job_already_finished' ? error.as('job_not_found') : translate(error)),
      status: (error) =>
        error.code === 'job_not_found' && error.message.includes('nothing left') ? 409 : status(error),
    })),
    { entails: ['error.code.job-not-found'] },
  ),
  breaking(
    'job.cancel-finished.succeeded',
    'refuses late cancels with 400',
    patch('errors', ({ status }) => ({
      status: (error) => (error.code === 'job_already_finished' ? 400 : status(error)),
    })),
    { how: '400', entails: ['job.cancel'] },
  ),
  breaking(
    'job.cancel-finished.kind',
    'tells late cancels as unknown',
    patch('errors', ({ kind }) => ({
      kind: (error) => (error.code === 'job_already_finished' ? 'unknown' : kind(error)),
    })),
  ),
];

/** Ways to get wrong how jobs live, are told, read and cancelled. */
export const jobDeviations: readonly Deviation[] = [
  ...lives,
  ...zdr,
  ...times,
  ...output,
  ...errors,
  ...identity,
  ...reads,
  ...cancels,
];
