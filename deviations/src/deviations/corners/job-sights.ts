import type { Deviation } from '../../deviation.ts';
import { changes, deviating, views } from './told-jobs.ts';

const { telling, tellingAt } = deviating;
const { state, ended, at, audio, both } = views;
const { set, drop, inMetadata, zeroTime, later } = changes;

/** Ways to tell a job wrong at one of several sights. */
export const jobSightCorners: readonly Deviation[] = [
  telling(
    'job.time.completed-only-when-final',
    'zero',
    'tells the beginning of time as completed_at of running jobs',
    (view) => !ended(view),
    set({ completed_at: zeroTime }),
  ),
  telling(
    'job.time.completed-only-when-final',
    'processing',
    'tells completed_at while the job runs',
    state('processing'),
    (told) => ({ ...told, completed_at: told.started_at }),
  ),
  telling(
    'job.time.completed-only-when-final',
    'estimate',
    'tells when the job should be ready as completed_at',
    (view) => !ended(view),
    (told) => ({ ...told, completed_at: later(told.created_at, 30_000) }),
  ),
  telling(
    'job.time.created-before-started',
    'zero',
    'tells the beginning of time as started_at until the job starts',
    state('queued'),
    set({ started_at: zeroTime }),
  ),
  telling(
    'job.time.started-before-completed',
    'canceled',
    'tells completed_at of canceled jobs before their start',
    state('canceled'),
    (told) => ({ ...told, completed_at: told.created_at, started_at: later(told.created_at, 1) }),
  ),
  telling(
    'job.time.created-before-completed',
    'failed',
    'tells the beginning of time as completed_at of failed jobs',
    state('failed'),
    set({ completed_at: zeroTime, started_at: zeroTime }),
  ),
  telling(
    'job.time.created-at-submission',
    'zone',
    'tells local time as universal time',
    () => true,
    (told) =>
      Object.fromEntries(
        Object.entries(told).map(([name, value]) => [
          name,
          name.endsWith('_at') && typeof value === 'string' ? later(value, 7_200_000) : value,
        ]),
      ),
  ),
  telling(
    'job.time.created-at-submission',
    'transcription',
    'tells created_at of transcriptions on another clock',
    audio,
    (told) => ({ ...told, created_at: later(told.created_at, -3_600_000) }),
  ),
  telling('job.time.completed-at-end', 'start', 'tells the start as completed_at', ended, (told) => ({
    ...told,
    completed_at: told.started_at ?? told.created_at,
  })),
  telling(
    'job.time.completed-at-end',
    'transcription',
    'tells completed_at of transcriptions an hour late',
    both(audio, ended),
    (told) => ({ ...told, completed_at: later(told.completed_at, 3_600_000) }),
  ),
  telling(
    'job.time.completed-at-end',
    'failed',
    'tells completed_at of failed jobs an hour late',
    state('failed'),
    (told) => ({ ...told, completed_at: later(told.completed_at, 3_600_000) }),
  ),
  telling(
    'job.final.completed-at-kept',
    'transcription',
    'tells completed_at of transcriptions as the time of the read',
    both(audio, at('read', ended)),
    (told, view) => ({ ...told, completed_at: new Date(view.nowMs).toISOString() }),
  ),
  telling(
    'job.final.completed-at-kept',
    'canceled',
    'tells completed_at of canceled jobs as the time of the read',
    at('read', state('canceled')),
    (told, view) => ({ ...told, completed_at: new Date(view.nowMs).toISOString() }),
  ),
  tellingAt(
    'job.final.output-kept',
    'order',
    'tells the images in another order at every other read',
    (view, sight) => view.where === 'read' && sight % 2 === 0,
    (told) => ({ ...told, ...(Array.isArray(told.output) ? { output: [...told.output].reverse() } : {}) }),
  ),
  tellingAt(
    'job.final.output-kept',
    'transcription',
    'tells the output of transcriptions once',
    (view, sight) => both(audio, state('succeeded'))(view) && view.where === 'read' && sight > 1,
    set({ output: [] }),
  ),
  telling(
    'job.identity.created-at',
    'cancel',
    'tells the time of the cancel as created_at',
    at('cancel'),
    (told, view) => ({ ...told, created_at: new Date(view.nowMs + 5).toISOString() }),
  ),
  telling('job.identity.created-at', 'ended', 'tells completed_at as created_at', state('failed'), (told, view) => ({
    ...told,
    created_at: later(told.created_at, 3),
    ...(view.job.stage.state === 'failed'
      ? { started_at: later(told.created_at, 3), completed_at: later(told.created_at, 3) }
      : {}),
  })),
  telling(
    'job.identity.generation-id',
    'canceled',
    'tells a generation of its own for the cancel',
    at('cancel'),
    (told) => ({ ...told, generation_id: `${String(told.generation_id)}c` }),
  ),
  telling(
    'job.identity.generation-id',
    'failed',
    'tells another generation_id once the job failed',
    state('failed'),
    (told) => ({ ...told, generation_id: `${String(told.generation_id)}f` }),
  ),
  telling(
    'job.identity.modality',
    'ended',
    'tells the media type as the modality of a job that succeeded',
    state('succeeded'),
    set({ modality: 'file' }),
  ),
  telling(
    'job.identity.modality',
    'cancel',
    'tells another modality in the answer to a cancel',
    at('cancel'),
    set({ modality: 'media' }),
  ),
  telling(
    'job.identity.requested-model',
    'ended',
    'tells another requested model once the job has ended',
    ended,
    inMetadata((notes) => ({ ...notes, requested_model: `${String(notes.requested_model)}-final` })),
  ),
  telling(
    'job.identity.retry-of',
    'cancel',
    'leaves out retry_of in the answer to a cancel',
    at('cancel'),
    drop('retry_of'),
  ),
  telling('job.retry-of.echoed', 'transcription', 'drops retry_of of transcriptions', audio, drop('retry_of')),
  telling('job.retry-of.echoed', 'submission', 'tells retry_of at reads only', at('submission'), drop('retry_of')),
  telling('job.retry-of.echoed', 'read', 'tells retry_of in the first answer only', at('read'), drop('retry_of')),
  telling('job.identity.id', 'cancel', 'tells another id in the answer to a cancel', at('cancel'), (told) => ({
    ...told,
    id: `${String(told.id)}0`,
  })),
  telling('job.identity.id', 'generation', 'tells the generation as the id at reads', at('read'), (told) => ({
    ...told,
    id: String(told.generation_id).replace(/^gen_/, 'job_'),
  })),
];
