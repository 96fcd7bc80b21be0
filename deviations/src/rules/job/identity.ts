import type { Job } from '@gateproof/simulator/behaviour';
import { all, append, drop, edit, replace, set } from '../../edits.ts';
import { asNow, type JobEdit } from '../../job-edits.ts';
import { fromTheSecond } from '../../job-scopes.ts';
import { inJobs } from '../../operators/edit-messages.ts';
import { rows } from '../../rows.ts';
import { copy, everyTime, later, past, shift, zeroTime } from '../../time-edits.ts';

const hourMs = 3_600_000;

const withoutPrefix = edit('id', 'without the prefix', (id) => String(id).replace('job_', ''));
const generationAsId = all(
  copy('id', 'generation_id'),
  edit('id', 'with the prefix of jobs', (id) => String(id).replace(/^gen_/, 'job_')),
);

const times = new WeakMap<Job, number>();
const everEarlier: JobEdit = {
  words: 'an earlier started_at each time',
  change(rendered, { job }) {
    const count = (times.get(job) ?? 0) + 1;
    times.set(job, count);
    return shift('started_at', -1_000 * count).change(rendered);
  },
};

const identity = rows({
  'job.identity.id-prefix': inJobs(withoutPrefix),
  'job.identity.id': inJobs(append('id', 'x'), 'read'),
  'job.identity.id:cancel': inJobs(append('id', '0'), 'cancel'),
  'job.identity.id:generation': inJobs(generationAsId, 'read'),
  'job.identity.generation-id': inJobs(set('generation_id', 'other'), 'read'),
  'job.identity.generation-id:canceled': inJobs(append('generation_id', 'c'), 'cancel'),
  'job.identity.generation-id:failed': inJobs(append('generation_id', 'f'), 'failed'),
  'job.identity.created-at': inJobs(shift('created_at', 1_000), 'read'),
  'job.identity.created-at:cancel': inJobs(asNow('created_at', 5), 'cancel'),
  'job.identity.created-at:ended': inJobs(
    all(shift('created_at', 3), copy('started_at', 'created_at'), copy('completed_at', 'created_at')),
    'failed',
  ),
  'job.identity.modality': inJobs(set('modality', 'other'), 'read'),
  'job.identity.modality:ended': inJobs(set('modality', 'file'), 'succeeded'),
  'job.identity.modality:cancel': inJobs(set('modality', 'media'), 'cancel'),
  'job.identity.started-at': inJobs(everEarlier),
  'job.identity.requested-model': inJobs(append('*_metadata.requested_model', '-new'), 'read', fromTheSecond()),
  'job.identity.requested-model:ended': inJobs(append('*_metadata.requested_model', '-final'), 'ended'),
  'job.identity.retry-of': inJobs(drop('retry_of'), 'read', fromTheSecond()),
  'job.identity.retry-of:cancel': inJobs(drop('retry_of'), 'cancel'),
  'job.metadata.requested-model': inJobs(replace('*_metadata.requested_model', 'gateproof/echo')),
  'job.metadata.requested-model:served': inJobs(copy('*_metadata.requested_model', 'model'), 'fallback'),
});

const endOfDay = edit('completed_at', 'as the end of the day', (time) => `${String(time).slice(0, 10)}T23:59:59.999Z`);
const localTime = everyTime('of another zone', (time) => later(time, 2 * hourMs));
const ofRetried: JobEdit = {
  words: 'created_at as that of the retried job',
  change(rendered, { account, job }) {
    const earlier = account.jobs.get(job.retryOf ?? '');
    return earlier === undefined ? rendered : { ...rendered, created_at: new Date(earlier.createdAtMs).toISOString() };
  },
};

const timeRows = rows({
  'job.time.completed-only-when-final': inJobs(copy('completed_at', 'created_at'), 'unended'),
  'job.time.completed-only-when-final:zero': inJobs(set('completed_at', zeroTime), 'unended'),
  'job.time.completed-only-when-final:processing': inJobs(copy('completed_at', 'started_at'), 'processing'),
  'job.time.completed-only-when-final:estimate': inJobs(copy('completed_at', 'created_at', 30_000), 'unended'),
  'job.time.started-only-when-begun': inJobs(copy('started_at', 'created_at'), 'queued'),
  'job.time.created-before-started': inJobs(shift('started_at', -60_000)),
  'job.time.created-before-started:zero': inJobs(set('started_at', zeroTime), 'queued'),
  'job.time.started-before-completed': inJobs(copy('completed_at', 'started_at', -5_000), 'ended'),
  'job.time.started-before-completed:canceled': inJobs(
    all(copy('completed_at', 'created_at'), copy('started_at', 'created_at', 1)),
    'canceled',
  ),
  'job.time.created-before-completed': inJobs(copy('completed_at', 'created_at', -60_000), 'ended'),
  'job.time.created-before-completed:failed': inJobs(
    all(set('completed_at', zeroTime), set('started_at', zeroTime)),
    'failed',
  ),
  'job.time.created-at-submission': inJobs(set('created_at', past)),
  'job.time.created-at-submission:zone': inJobs(localTime),
  'job.time.created-at-submission:transcription': inJobs(shift('created_at', -hourMs), 'transcription'),
  'job.time.created-at-submission:retry': inJobs(ofRetried, 'retry'),
  'job.time.completed-at-end': inJobs(endOfDay),
  'job.time.completed-at-end:start': inJobs(copy('completed_at', 'started_at'), 'ended'),
  'job.time.completed-at-end:transcription': inJobs(shift('completed_at', hourMs), 'transcription'),
  'job.time.completed-at-end:failed': inJobs(shift('completed_at', hourMs), 'failed'),
});

/** What stays the same of a job, and its times. */
export const jobIdentity = [...identity, ...timeRows];
