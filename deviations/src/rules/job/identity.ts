import { hourMs } from '@gateproof/spec';
import { rows } from '../../change.ts';
import { all, append, asNow, drop, edit, type JobEdit, replace, rewrite, set } from '../../edits/fields.ts';
import { copy, everyTime, later, past, shift, zeroTime } from '../../edits/times.ts';
import { counting } from '../../memory.ts';
import { inJobs } from '../../operators/edit-messages.ts';
import { fromTheSecond } from '../../scopes/jobs.ts';

const withoutPrefix = edit('id', 'with the secret without its prefix', (id) => String(id).replace('job_', ''));
const generationAsId = all(
  copy('id', 'generation_id'),
  edit('id', 'with the prefix of jobs', (id) => String(id).replace(/^gen_/, 'job_')),
);

const countOf = counting();
const everEarlier: JobEdit = rewrite('an earlier started_at each time', (rendered, { job }) => {
  return shift('started_at', -1_000 * countOf(job)).change(rendered);
});

const allAtOnce = all(shift('created_at', 3), copy('started_at', 'created_at'), copy('completed_at', 'created_at'));

const identity = rows('job', {
  'identity.id-prefix': inJobs(withoutPrefix),
  'identity.id': inJobs(append('id', 'x'), 'read'),
  'identity.id:cancel': inJobs(append('id', '0'), 'cancel'),
  'identity.id:generation': inJobs(generationAsId, 'read'),
  'identity.generation-id': inJobs(set('generation_id', 'other'), 'read'),
  'identity.generation-id:canceled': inJobs(append('generation_id', 'c'), 'cancel'),
  'identity.generation-id:failed': inJobs(append('generation_id', 'f'), 'failed'),
  'identity.created-at': inJobs(shift('created_at', 1_000), 'read'),
  'identity.created-at:cancel': inJobs(asNow('created_at', 5), 'cancel'),
  'identity.created-at:ended': inJobs(allAtOnce, 'failed'),
  'identity.modality': inJobs(set('modality', 'other'), 'read'),
  'identity.modality:ended': inJobs(set('modality', 'file'), 'succeeded'),
  'identity.modality:cancel': inJobs(set('modality', 'media'), 'cancel'),
  'identity.started-at': inJobs(everEarlier),
  'identity.requested-model': inJobs(append('*_metadata.requested_model', '-new'), 'read', fromTheSecond()),
  'identity.requested-model:ended': inJobs(append('*_metadata.requested_model', '-final'), 'ended'),
  'identity.retry-of': inJobs(drop('retry_of'), 'read', fromTheSecond()),
  'identity.retry-of:cancel': inJobs(drop('retry_of'), 'cancel'),
  'metadata.requested-model': inJobs(replace('*_metadata.requested_model', 'gateproof/echo')),
  'metadata.requested-model:served': inJobs(copy('*_metadata.requested_model', 'model'), 'fallback'),
});

const endOfDay = edit('completed_at', 'as the end of the day', (time) => `${String(time).slice(0, 10)}T23:59:59.999Z`);
const ofRetried: JobEdit = rewrite('created_at as that of the retried job', (rendered, { account, job }) => {
  const { createdAtMs } = account.jobs.get(job.retryOf ?? '') ?? job;
  return { ...rendered, created_at: new Date(createdAtMs).toISOString() };
});
const startedAtItsEnd = all(copy('completed_at', 'created_at'), copy('started_at', 'created_at', 1));

const timeRows = rows('job.time', {
  'completed-only-when-final': inJobs(copy('completed_at', 'created_at'), 'unended'),
  'completed-only-when-final:zero': inJobs(set('completed_at', zeroTime), 'unended'),
  'completed-only-when-final:processing': inJobs(copy('completed_at', 'started_at'), 'processing'),
  'completed-only-when-final:estimate': inJobs(copy('completed_at', 'created_at', 30_000), 'unended'),
  'started-only-when-begun': inJobs(copy('started_at', 'created_at'), 'queued'),
  'created-before-started': inJobs(shift('started_at', -60_000)),
  'created-before-started:zero': inJobs(set('started_at', zeroTime), 'queued'),
  'started-before-completed': inJobs(copy('completed_at', 'started_at', -5_000), 'ended'),
  'started-before-completed:canceled': inJobs(startedAtItsEnd, 'canceled'),
  'created-before-completed': inJobs(copy('completed_at', 'created_at', -60_000), 'ended'),
  'created-before-completed:failed': inJobs(all(set('completed_at', zeroTime), set('started_at', zeroTime)), 'failed'),
  'created-at-submission': inJobs(set('created_at', past)),
  'created-at-submission:zone': inJobs(everyTime('of another zone', (time) => later(time, 2 * hourMs))),
  'created-at-submission:transcription': inJobs(shift('created_at', -hourMs), 'transcription'),
  'created-at-submission:retry': inJobs(ofRetried, 'retry'),
  'started-at-kept': inJobs(asNow('started_at'), 'processing'),
  'started-at-kept:transcription': inJobs(asNow('started_at'), 'processing', 'transcription'),
  'completed-at-end': inJobs(endOfDay),
  'completed-at-end:start': inJobs(copy('completed_at', 'started_at'), 'ended'),
  'completed-at-end:transcription': inJobs(shift('completed_at', hourMs), 'transcription'),
  'completed-at-end:failed': inJobs(shift('completed_at', hourMs), 'failed'),
});

/** What stays the same of a job, and its times. */
export const jobIdentity = [...identity, ...timeRows];
