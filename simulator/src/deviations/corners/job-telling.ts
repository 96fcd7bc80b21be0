import { isObject } from '../../behaviour/exchange-changes.ts';
import type { JobView } from '../../behaviour/jobs.ts';
import { type Deviation, patch } from '../../behaviour/patch.ts';
import { isFinal } from '../../domain/jobs/job.ts';
import { breaking } from '../breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Change = (told: JsonObject, view: JobView) => JsonObject;

const everything = ['job.', 'webhook.', 'idempotency.', 'media.', 'fallback.'];

/** Tells jobs otherwise where `is` holds. */
const telling = (rule: string, how: string, summary: string, is: (view: JobView) => boolean, change: Change) =>
  breaking(
    `job.${rule}`,
    summary,
    patch('jobs', ({ render }) => ({ render: (view) => (is(view) ? change(render(view), view) : render(view)) })),
    { how, entails: everything },
  );

/** As `telling`, from the n-th sight of a job in this place on; `sight` from 1. */
const tellingAt = (
  rule: string,
  how: string,
  summary: string,
  is: (view: JobView, sight: number) => boolean,
  change: Change,
) =>
  breaking(
    `job.${rule}`,
    summary,
    (behaviour) => {
      const sights = new Map<string, number>();
      return patch('jobs', ({ render }) => ({
        render(view) {
          const place = `${view.job.id} ${view.where} ${view.job.stage.state}`;
          const sight = (sights.get(place) ?? 0) + 1;
          sights.set(place, sight);
          return is(view, sight) ? change(render(view), view) : render(view);
        },
      }))(behaviour);
    },
    { how, entails: everything },
  );

const set =
  (fields: JsonObject): Change =>
  (told) => ({ ...told, ...fields });
const drop =
  (...names: readonly string[]): Change =>
  (told) =>
    Object.fromEntries(Object.entries(told).filter(([name]) => !names.includes(name)));
const state =
  (...states: readonly string[]) =>
  ({ job }: JobView) =>
    states.includes(job.stage.state);
const ended = ({ job }: JobView) => isFinal(job.stage.state);
const at =
  (where: JobView['where'], is: (view: JobView) => boolean = () => true) =>
  (view: JobView) =>
    view.where === where && is(view);
const audio = ({ job }: JobView) => job.kind === 'transcription';
const both =
  (...all: readonly ((view: JobView) => boolean)[]) =>
  (view: JobView) =>
    all.every((one) => one(view));
const inMetadata =
  (change: (notes: JsonObject) => JsonObject): Change =>
  (told) =>
    Object.fromEntries(
      Object.entries(told).map(([name, value]) => [
        name,
        name.endsWith('_metadata') && isObject(value) ? change(value) : value,
      ]),
    );
const inError =
  (change: (error: JsonObject) => JsonObject): Change =>
  (told) =>
    isObject(told.error) ? { ...told, error: change(told.error) } : told;
const inItems =
  (change: (item: JsonObject) => JsonObject): Change =>
  (told) =>
    Array.isArray(told.output) ? { ...told, output: told.output.map(change) } : told;
const zeroTime = '0001-01-01T00:00:00Z';
const later = (value: unknown, ms: number) => new Date(Date.parse(String(value)) + ms).toISOString();

const fields: readonly Deviation[] = [
  telling(
    'field.object.value',
    'transcription',
    'tells transcriptions as another object',
    audio,
    set({ object: 'transcription.job' }),
  ),
  telling('field.object.present', 'cancel', 'tells no object in the answer to a cancel', at('cancel'), drop('object')),
  telling(
    'field.state.known',
    'cancelled',
    'spells canceled with two l',
    state('canceled'),
    set({ state: 'cancelled' }),
  ),
  telling(
    'field.state.known',
    'completed',
    'tells succeeded as completed',
    state('succeeded'),
    set({ state: 'completed' }),
  ),
  telling(
    'field.state.known',
    'canceling',
    'tells canceling in the answer to a cancel',
    at('cancel'),
    set({ state: 'canceling' }),
  ),
  telling('field.state.known', 'error', 'tells failed as error', state('failed'), set({ state: 'error' })),
  telling('field.state.known', 'capital', 'tells states in capitals', at('submission'), (told) => ({
    ...told,
    state: String(told.state).toUpperCase(),
  })),
  telling('field.progress.present', 'failed', 'tells no progress of failed jobs', state('failed'), drop('progress')),
  telling(
    'field.progress.present',
    'canceled',
    'tells no progress of canceled jobs',
    state('canceled'),
    drop('progress'),
  ),
  telling('field.progress.present', 'final', 'tells no progress of jobs that have ended', ended, drop('progress')),
  telling(
    'field.progress.present',
    'queued',
    'tells null as the progress of a job in its first answer',
    at('submission'),
    set({ progress: null }),
  ),
  telling(
    'field.progress-percent.type',
    'final',
    'tells the percentage of a job that succeeded as text',
    state('succeeded'),
    set({ progress: { percent: '100', phase: 'done' } }),
  ),
  telling('field.svc-metadata.present', 'read', 'tells no metadata at reads', at('read'), (told) =>
    Object.fromEntries(Object.entries(told).filter(([name]) => !name.endsWith('_metadata'))),
  ),
  telling('field.svc-metadata.present', 'cancel', 'tells no metadata in the answer to a cancel', at('cancel'), (told) =>
    Object.fromEntries(Object.entries(told).filter(([name]) => !name.endsWith('_metadata'))),
  ),
  telling(
    'field.svc-metadata-policy.type',
    'object',
    'tells the policy as an object',
    () => true,
    inMetadata((notes) => ({ ...notes, policy: {} })),
  ),
  telling(
    'field.svc-metadata-policy.type',
    'items',
    'tells numbers as policies',
    () => true,
    inMetadata((notes) => ({ ...notes, policy: [1] })),
  ),
  telling(
    'field.model.present',
    'queued',
    'tells null as the model until the job has ended',
    (view) => !ended(view),
    set({ model: null }),
  ),
  telling('field.model.present', 'failed', 'tells no model of failed jobs', state('failed'), drop('model')),
  telling(
    'field.generation-id.present',
    'failed',
    'tells no generation_id of failed jobs',
    state('failed'),
    drop('generation_id'),
  ),
  telling(
    'field.generation-id.present',
    'canceled',
    'tells no generation_id of canceled jobs',
    state('canceled'),
    drop('generation_id'),
  ),
  telling(
    'field.modality.present',
    'canceled',
    'tells no modality of canceled jobs',
    state('canceled'),
    drop('modality'),
  ),
  telling(
    'field.created-at.present',
    'cancel',
    'tells no created_at in the answer to a cancel',
    at('cancel'),
    drop('created_at'),
  ),
  telling(
    'field.created-at.type',
    'naive',
    'tells created_at without a zone',
    () => true,
    (told) => ({ ...told, created_at: String(told.created_at).replace('Z', '') }),
  ),
  telling(
    'field.created-at.type',
    'milliseconds',
    'tells created_at in milliseconds',
    () => true,
    (told) => ({ ...told, created_at: Date.parse(String(told.created_at)) }),
  ),
  telling(
    'field.created-at.type',
    'http',
    'tells created_at as HTTP does',
    () => true,
    (told) => ({ ...told, created_at: new Date(String(told.created_at)).toUTCString() }),
  ),
  telling(
    'field.created-at.type',
    'date',
    'tells created_at as a day',
    () => true,
    (told) => ({ ...told, created_at: String(told.created_at).slice(0, 10) }),
  ),
  telling(
    'field.completed-at.type',
    'empty',
    'tells an empty completed_at until the job has ended',
    (view) => !ended(view),
    set({ completed_at: '' }),
  ),
  telling(
    'field.started-at.type',
    'transcription',
    'tells started_at of transcriptions without a zone',
    both(audio, (view) => !state('queued')(view)),
    (told) =>
      told.started_at === undefined ? told : { ...told, started_at: String(told.started_at).replace('Z', '') },
  ),
  telling(
    'field.output.type',
    'text',
    'tells the output of transcriptions as text',
    both(audio, state('succeeded')),
    set({ output: 'the text' }),
  ),
  telling('field.output.type', 'urls', 'tells the output as a list of links', state('succeeded'), (told) => ({
    ...told,
    output: Array.isArray(told.output) ? told.output.map(({ url }: JsonObject) => url) : told.output,
  })),
  telling(
    'field.output-bytes.type',
    'negative',
    'tells -1 as the size',
    () => true,
    inItems((item) => ({ ...item, bytes: -1 })),
  ),
  telling(
    'field.output-url.type',
    'empty',
    'tells an empty link',
    () => true,
    inItems((item) => ({ ...item, url: '' })),
  ),
  telling(
    'field.output-url-expires-at.type',
    'seconds',
    'tells the lifetime of links in seconds',
    () => true,
    inItems((item) => ({ ...item, url_expires_at: 3600 })),
  ),
  telling(
    'field.output-purged-at.type',
    'empty',
    'tells an empty purged_at',
    () => true,
    inItems((item) => ({ ...item, purged_at: '' })),
  ),
  telling(
    'field.usage-units.value-type',
    'transcription',
    'tells units of transcriptions as text',
    both(audio, state('succeeded')),
    (told) => ({ ...told, usage: { ...(told.usage as object), units: { seconds: '12.5' } } }),
  ),
  telling(
    'field.usage-cost-billing-usd.type',
    'amount',
    'tells the price as an object',
    state('succeeded'),
    (told) => ({
      ...told,
      usage: { ...(told.usage as object), cost: { billing_usd: { amount: 1, currency: 'USD' } } },
    }),
  ),
  telling('field.error.type', 'list', 'tells the error as a list', state('failed'), (told) => ({
    ...told,
    error: [told.error],
  })),
  telling('field.error-code.present', 'nested', 'tells the error as an envelope', state('failed'), (told) => ({
    ...told,
    error: { error: told.error },
  })),
  telling(
    'field.error-code.known',
    'upper',
    'tells codes of failed jobs in capitals',
    state('failed'),
    inError((error) => ({ ...error, code: String(error.code).toUpperCase() })),
  ),
  telling(
    'field.error-code.known',
    'status',
    'tells the status as the code of a failed job',
    state('failed'),
    inError((error) => ({ ...error, code: '502' })),
  ),
  telling(
    'field.error-code.known',
    'transcription',
    'makes up a code for failed transcriptions',
    both(audio, state('failed')),
    inError((error) => ({ ...error, code: 'transcription_failed' })),
  ),
  telling(
    'field.error-message.present',
    'absent',
    'tells no message of a failed job',
    state('failed'),
    inError(({ message: _message, ...rest }) => rest),
  ),
  telling(
    'field.error-message.present',
    'transcription',
    'tells no message of a failed transcription',
    both(audio, state('failed')),
    inError(({ message: _message, ...rest }) => rest),
  ),
  telling(
    'field.error-kind.of-code',
    'unknown',
    'tells every failed job as unknown',
    state('failed'),
    inError((error) => ({ ...error, kind: 'unknown' })),
  ),
  telling(
    'field.error-kind.of-code',
    'payment',
    'tells unpaid endpoints as terminal in jobs',
    state('failed'),
    inError((error) => (error.code === 'provider_payment_required' ? { ...error, kind: 'terminal' } : error)),
  ),
  telling(
    'field.error-kind.of-code',
    'timeout',
    'tells timeouts as unavailable in jobs',
    state('failed'),
    inError((error) => (String(error.code).endsWith('_timeout') ? { ...error, kind: 'unavailable' } : error)),
  ),
  telling(
    'field.error-kind.of-code',
    'unauthorized',
    'tells refused gateways as unavailable in jobs',
    state('failed'),
    inError((error) => (error.code === 'provider_unauthorized' ? { ...error, kind: 'unavailable' } : error)),
  ),
  telling(
    'field.error-kind.of-code',
    'moderation',
    'tells refused content as unavailable in jobs',
    state('failed'),
    inError((error) => (error.code === 'moderation_refused' ? { ...error, kind: 'unavailable' } : error)),
  ),
  telling(
    'field.svc-metadata-generation-id.equal',
    'job',
    'tells the job as the generation in the metadata',
    () => true,
    (told) => inMetadata((notes) => ({ ...notes, generation_id: told.id }))(told, undefined as never),
  ),
];

const lives: readonly Deviation[] = [
  telling(
    'time.completed-only-when-final',
    'zero',
    'tells the beginning of time as completed_at of running jobs',
    (view) => !ended(view),
    set({ completed_at: zeroTime }),
  ),
  telling(
    'time.completed-only-when-final',
    'processing',
    'tells completed_at while the job runs',
    state('processing'),
    (told) => ({ ...told, completed_at: told.started_at }),
  ),
  telling(
    'time.completed-only-when-final',
    'estimate',
    'tells when the job should be ready as completed_at',
    (view) => !ended(view),
    (told) => ({ ...told, completed_at: later(told.created_at, 30_000) }),
  ),
  telling(
    'time.created-before-started',
    'zero',
    'tells the beginning of time as started_at until the job starts',
    state('queued'),
    set({ started_at: zeroTime }),
  ),
  telling(
    'time.started-before-completed',
    'canceled',
    'tells completed_at of canceled jobs before their start',
    state('canceled'),
    (told) => ({ ...told, completed_at: told.created_at, started_at: later(told.created_at, 1) }),
  ),
  telling(
    'time.created-before-completed',
    'failed',
    'tells the beginning of time as completed_at of failed jobs',
    state('failed'),
    set({ completed_at: zeroTime, started_at: zeroTime }),
  ),
  telling(
    'time.created-at-submission',
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
    'time.created-at-submission',
    'transcription',
    'tells created_at of transcriptions on another clock',
    audio,
    (told) => ({ ...told, created_at: later(told.created_at, -3_600_000) }),
  ),
  telling('time.completed-at-end', 'start', 'tells the start as completed_at', ended, (told) => ({
    ...told,
    completed_at: told.started_at ?? told.created_at,
  })),
  telling(
    'time.completed-at-end',
    'transcription',
    'tells completed_at of transcriptions an hour late',
    both(audio, ended),
    (told) => ({ ...told, completed_at: later(told.completed_at, 3_600_000) }),
  ),
  telling(
    'time.completed-at-end',
    'failed',
    'tells completed_at of failed jobs an hour late',
    state('failed'),
    (told) => ({ ...told, completed_at: later(told.completed_at, 3_600_000) }),
  ),
  telling(
    'final.completed-at-kept',
    'transcription',
    'tells completed_at of transcriptions as the time of the read',
    both(audio, at('read', ended)),
    (told, view) => ({ ...told, completed_at: new Date(view.nowMs).toISOString() }),
  ),
  telling(
    'final.completed-at-kept',
    'canceled',
    'tells completed_at of canceled jobs as the time of the read',
    at('read', state('canceled')),
    (told, view) => ({ ...told, completed_at: new Date(view.nowMs).toISOString() }),
  ),
  tellingAt(
    'final.output-kept',
    'order',
    'tells the images in another order at every other read',
    (view, sight) => view.where === 'read' && sight % 2 === 0,
    (told) => ({ ...told, ...(Array.isArray(told.output) ? { output: [...told.output].reverse() } : {}) }),
  ),
  tellingAt(
    'final.output-kept',
    'transcription',
    'tells the output of transcriptions once',
    (view, sight) => both(audio, state('succeeded'))(view) && view.where === 'read' && sight > 1,
    set({ output: [] }),
  ),
  telling(
    'identity.created-at',
    'cancel',
    'tells the time of the cancel as created_at',
    at('cancel'),
    (told, view) => ({ ...told, created_at: new Date(view.nowMs + 5).toISOString() }),
  ),
  telling('identity.created-at', 'ended', 'tells completed_at as created_at', state('failed'), (told, view) => ({
    ...told,
    created_at: later(told.created_at, 3),
    ...(view.job.stage.state === 'failed'
      ? { started_at: later(told.created_at, 3), completed_at: later(told.created_at, 3) }
      : {}),
  })),
  telling(
    'identity.generation-id',
    'canceled',
    'tells a generation of its own for the cancel',
    at('cancel'),
    (told) => ({ ...told, generation_id: `${String(told.generation_id)}c` }),
  ),
  telling(
    'identity.generation-id',
    'failed',
    'tells another generation_id once the job failed',
    state('failed'),
    (told) => ({ ...told, generation_id: `${String(told.generation_id)}f` }),
  ),
  telling(
    'identity.modality',
    'ended',
    'tells the media type as the modality of a job that succeeded',
    state('succeeded'),
    set({ modality: 'file' }),
  ),
  telling(
    'identity.modality',
    'cancel',
    'tells another modality in the answer to a cancel',
    at('cancel'),
    set({ modality: 'media' }),
  ),
  telling(
    'identity.requested-model',
    'ended',
    'tells another requested model once the job has ended',
    ended,
    inMetadata((notes) => ({ ...notes, requested_model: `${String(notes.requested_model)}-final` })),
  ),
  telling(
    'identity.retry-of',
    'cancel',
    'leaves out retry_of in the answer to a cancel',
    at('cancel'),
    drop('retry_of'),
  ),
  telling('retry-of.echoed', 'transcription', 'drops retry_of of transcriptions', audio, drop('retry_of')),
  telling('retry-of.echoed', 'submission', 'tells retry_of at reads only', at('submission'), drop('retry_of')),
  telling('retry-of.echoed', 'read', 'tells retry_of in the first answer only', at('read'), drop('retry_of')),
  telling('identity.id', 'cancel', 'tells another id in the answer to a cancel', at('cancel'), (told) => ({
    ...told,
    id: `${String(told.id)}0`,
  })),
  telling('identity.id', 'generation', 'tells the generation as the id at reads', at('read'), (told) => ({
    ...told,
    id: String(told.generation_id).replace(/^gen_/, 'job_'),
  })),
];

/** Ways to tell jobs wrong in one corner only. */
export const jobTellingCorners: readonly Deviation[] = [...fields, ...lives];
