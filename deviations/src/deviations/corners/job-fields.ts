import type { Deviation } from '../../deviation.ts';
import { changes, deviating, views } from './told-jobs.ts';

const { telling } = deviating;
const { state, ended, at, audio } = views;
const { set, drop, inMetadata } = changes;

/** Ways to tell the fields that every job has wrong in one corner only. */
export const jobFieldCorners: readonly Deviation[] = [
  telling(
    'job.field.object.value',
    'transcription',
    'tells transcriptions as another object',
    audio,
    set({ object: 'transcription.job' }),
  ),
  telling(
    'job.field.object.present',
    'cancel',
    'tells no object in the answer to a cancel',
    at('cancel'),
    drop('object'),
  ),
  telling(
    'job.field.state.known',
    'cancelled',
    'spells canceled with two l',
    state('canceled'),
    set({ state: 'cancelled' }),
  ),
  telling(
    'job.field.state.known',
    'completed',
    'tells succeeded as completed',
    state('succeeded'),
    set({ state: 'completed' }),
  ),
  telling(
    'job.field.state.known',
    'canceling',
    'tells canceling in the answer to a cancel',
    at('cancel'),
    set({ state: 'canceling' }),
  ),
  telling('job.field.state.known', 'error', 'tells failed as error', state('failed'), set({ state: 'error' })),
  telling('job.field.state.known', 'capital', 'tells states in capitals', at('submission'), (told) => ({
    ...told,
    state: String(told.state).toUpperCase(),
  })),
  telling(
    'job.field.progress.present',
    'failed',
    'tells no progress of failed jobs',
    state('failed'),
    drop('progress'),
  ),
  telling(
    'job.field.progress.present',
    'canceled',
    'tells no progress of canceled jobs',
    state('canceled'),
    drop('progress'),
  ),
  telling('job.field.progress.present', 'final', 'tells no progress of jobs that have ended', ended, drop('progress')),
  telling(
    'job.field.progress.present',
    'queued',
    'tells null as the progress of a job in its first answer',
    at('submission'),
    set({ progress: null }),
  ),
  telling(
    'job.field.progress-percent.type',
    'final',
    'tells the percentage of a job that succeeded as text',
    state('succeeded'),
    set({ progress: { percent: '100', phase: 'done' } }),
  ),
  telling('job.field.svc-metadata.present', 'read', 'tells no metadata at reads', at('read'), (told) =>
    Object.fromEntries(Object.entries(told).filter(([name]) => !name.endsWith('_metadata'))),
  ),
  telling(
    'job.field.svc-metadata.present',
    'cancel',
    'tells no metadata in the answer to a cancel',
    at('cancel'),
    (told) => Object.fromEntries(Object.entries(told).filter(([name]) => !name.endsWith('_metadata'))),
  ),
  telling(
    'job.field.svc-metadata-policy.type',
    'object',
    'tells the policy as an object',
    () => true,
    inMetadata((notes) => ({ ...notes, policy: {} })),
  ),
  telling(
    'job.field.svc-metadata-policy.type',
    'items',
    'tells numbers as policies',
    () => true,
    inMetadata((notes) => ({ ...notes, policy: [1] })),
  ),
  telling(
    'job.field.model.present',
    'queued',
    'tells null as the model until the job has ended',
    (view) => !ended(view),
    set({ model: null }),
  ),
  telling('job.field.model.present', 'failed', 'tells no model of failed jobs', state('failed'), drop('model')),
  telling(
    'job.field.generation-id.present',
    'failed',
    'tells no generation_id of failed jobs',
    state('failed'),
    drop('generation_id'),
  ),
  telling(
    'job.field.generation-id.present',
    'canceled',
    'tells no generation_id of canceled jobs',
    state('canceled'),
    drop('generation_id'),
  ),
  telling(
    'job.field.modality.present',
    'canceled',
    'tells no modality of canceled jobs',
    state('canceled'),
    drop('modality'),
  ),
  telling(
    'job.field.created-at.present',
    'cancel',
    'tells no created_at in the answer to a cancel',
    at('cancel'),
    drop('created_at'),
  ),
  telling(
    'job.field.created-at.type',
    'naive',
    'tells created_at without a zone',
    () => true,
    (told) => ({ ...told, created_at: String(told.created_at).replace('Z', '') }),
  ),
  telling(
    'job.field.created-at.type',
    'milliseconds',
    'tells created_at in milliseconds',
    () => true,
    (told) => ({ ...told, created_at: Date.parse(String(told.created_at)) }),
  ),
  telling(
    'job.field.created-at.type',
    'http',
    'tells created_at as HTTP does',
    () => true,
    (told) => ({ ...told, created_at: new Date(String(told.created_at)).toUTCString() }),
  ),
  telling(
    'job.field.created-at.type',
    'date',
    'tells created_at as a day',
    () => true,
    (told) => ({ ...told, created_at: String(told.created_at).slice(0, 10) }),
  ),
];
