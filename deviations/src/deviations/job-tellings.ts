import { type JobFile, patch } from '@gateproof/simulator/behaviour';
import { insideEach } from '../changes/reshape.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';
import { renderingJobs } from './job-fields.ts';

const finals = new Set<unknown>(['succeeded', 'failed', 'canceled']);

/** The file, its last byte counted on each time that it is read. */
function changing({ bytes, type }: JobFile): JobFile {
  let read = 0;
  return {
    type,
    get bytes() {
      read += 1;
      return Buffer.concat([bytes, Buffer.from([read % 256])]);
    },
  };
}

const times: readonly Deviation[] = [
  breaking(
    'job.time.completed-only-when-final',
    'tells completed_at on every job',
    renderingJobs((told) => ({ ...told, completed_at: told.completed_at ?? told.created_at })),
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
  ),
  breaking(
    'job.time.created-before-completed',
    'tells completed_at before created_at',
    renderingJobs((told) =>
      told.completed_at === undefined
        ? told
        : { ...told, completed_at: new Date(Date.parse(String(told.created_at)) - 60_000).toISOString() },
    ),
  ),
  breaking(
    'job.time.created-at-submission',
    'tells created_at on another clock',
    renderingJobs((told) => ({ ...told, created_at: '2026-01-01T00:00:00.000Z' })),
  ),
  breaking(
    'job.time.completed-at-end',
    'tells completed_at as the end of the day',
    renderingJobs((told) =>
      told.completed_at === undefined
        ? told
        : { ...told, completed_at: `${String(told.completed_at).slice(0, 10)}T23:59:59.999Z` },
    ),
  ),
];

const output: readonly Deviation[] = [
  breaking(
    'job.output.on-succeeded',
    'tells no output',
    renderingJobs((told) => (told.output === undefined ? told : { ...told, output: [] })),
  ),
  breaking(
    'job.output.none-on-failed',
    'tells output on failed jobs',
    renderingJobs((told) => (told.state === 'failed' ? { ...told, output: [{ type: 'image/png' }] } : told)),
  ),
  breaking(
    'job.output.none-on-canceled',
    'tells output on canceled jobs',
    renderingJobs((told) => (told.state === 'canceled' ? { ...told, output: [{ type: 'image/png' }] } : told)),
  ),
  breaking(
    'job.output.link-unexpired',
    'hands out links that have expired',
    renderingJobs((told) =>
      insideEach(told, 'output', (item) => ({ ...item, url_expires_at: '2026-01-01T00:00:00.000Z' })),
    ),
  ),
  breaking('job.output.fresh-link', "keeps the links of the job's end", patch('jobs', { refreshesLinks: false })),
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
    'keeps empty files',
    patch('jobs', { files: (files) => files.map(({ type }) => ({ type, bytes: Buffer.alloc(0) })) }),
  ),
  breaking(
    'job.output.file-of-endpoint:changing',
    'gives other bytes each time that a file is opened',
    patch('jobs', { files: (files) => files.map(changing) }),
  ),
];

const errors: readonly Deviation[] = [
  breaking(
    'job.error.on-failed',
    'tells no error on failed jobs',
    renderingJobs((told) => ({ ...told, error: undefined })),
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
  ),
  breaking(
    'job.identity.id',
    'tells another id on reads',
    patch('jobs', ({ render }) => ({
      render: (view) => (view.where === 'read' ? { ...render(view), id: `${view.job.id}x` } : render(view)),
    })),
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
    ),
  ),
  breaking('job.identity.started-at', 'tells an earlier started_at at each sight', (behaviour) => {
    let sights = 0;
    return patch('jobs', ({ render }) => ({
      render(view) {
        const told = render(view);
        if (typeof told.started_at !== 'string') return told;
        sights += 1;
        return { ...told, started_at: new Date(Date.parse(told.started_at) - sights * 1_000).toISOString() };
      },
    }))(behaviour);
  }),
  breaking(
    'job.metadata.requested-model',
    'tells the first model of the account',
    renderingJobs((told) => {
      const name = Object.keys(told).find((field) => field.endsWith('_metadata')) ?? '';
      return { ...told, [name]: { ...(told[name] as object), requested_model: 'gateproof/echo' } };
    }),
  ),
];

/** Ways to tell a job wrongly: its times, files, error and identity. */
export const jobTellingDeviations: readonly Deviation[] = [...times, ...output, ...errors, ...identity];
