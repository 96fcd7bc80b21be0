import type { Deviation } from '../../deviation.ts';
import { changes, deviating, views } from './told-jobs.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const { telling } = deviating;
const { state, ended, audio, both } = views;
const { set, without, inMetadata, inError, inItems } = changes;

/** Ways to tell what only some jobs have wrong in one corner only. */
export const jobPartCorners: readonly Deviation[] = [
  telling(
    'job.field.completed-at.type',
    'empty',
    'tells an empty completed_at until the job has ended',
    (view) => !ended(view),
    set({ completed_at: '' }),
  ),
  telling(
    'job.field.started-at.type',
    'transcription',
    'tells started_at of transcriptions without a zone',
    both(audio, (view) => !state('queued')(view)),
    (told) =>
      told.started_at === undefined ? told : { ...told, started_at: String(told.started_at).replace('Z', '') },
  ),
  telling(
    'job.field.output.type',
    'text',
    'tells the output of transcriptions as text',
    both(audio, state('succeeded')),
    set({ output: 'the text' }),
  ),
  telling('job.field.output.type', 'urls', 'tells the output as a list of links', state('succeeded'), (told) => ({
    ...told,
    output: Array.isArray(told.output) ? told.output.map(({ url }: JsonObject) => url) : told.output,
  })),
  telling(
    'job.field.output-bytes.type',
    'negative',
    'tells -1 as the size',
    () => true,
    inItems((item) => ({ ...item, bytes: -1 })),
  ),
  telling(
    'job.field.output-url.type',
    'empty',
    'tells an empty link',
    () => true,
    inItems((item) => ({ ...item, url: '' })),
  ),
  telling(
    'job.field.output-url-expires-at.type',
    'seconds',
    'tells the lifetime of links in seconds',
    () => true,
    inItems((item) => ({ ...item, url_expires_at: 3600 })),
  ),
  telling(
    'job.field.output-purged-at.type',
    'empty',
    'tells an empty purged_at',
    () => true,
    inItems((item) => ({ ...item, purged_at: '' })),
  ),
  telling(
    'job.field.usage-units.value-type',
    'transcription',
    'tells units of transcriptions as text',
    both(audio, state('succeeded')),
    (told) => ({ ...told, usage: { ...(told.usage as object), units: { seconds: '12.5' } } }),
  ),
  telling(
    'job.field.usage-cost-billing-usd.type',
    'amount',
    'tells the price as an object',
    state('succeeded'),
    (told) => ({
      ...told,
      usage: { ...(told.usage as object), cost: { billing_usd: { amount: 1, currency: 'USD' } } },
    }),
  ),
  telling('job.field.error.type', 'list', 'tells the error as a list', state('failed'), (told) => ({
    ...told,
    error: [told.error],
  })),
  telling('job.field.error-code.present', 'nested', 'tells the error as an envelope', state('failed'), (told) => ({
    ...told,
    error: { error: told.error },
  })),
  telling(
    'job.field.error-code.known',
    'upper',
    'tells codes of failed jobs in capitals',
    state('failed'),
    inError((error) => ({ ...error, code: String(error.code).toUpperCase() })),
  ),
  telling(
    'job.field.error-code.known',
    'status',
    'tells the status as the code of a failed job',
    state('failed'),
    inError((error) => ({ ...error, code: '502' })),
  ),
  telling(
    'job.field.error-code.known',
    'transcription',
    'makes up a code for failed transcriptions',
    both(audio, state('failed')),
    inError((error) => ({ ...error, code: 'transcription_failed' })),
  ),
  telling(
    'job.field.error-message.present',
    'absent',
    'tells no message of a failed job',
    state('failed'),
    inError(({ message: _message, ...rest }) => rest),
  ),
  telling(
    'job.field.error-message.present',
    'transcription',
    'tells no message of a failed transcription',
    both(audio, state('failed')),
    inError(({ message: _message, ...rest }) => rest),
  ),
  telling(
    'job.field.error-kind.of-code',
    'unknown',
    'tells every failed job as unknown',
    state('failed'),
    inError((error) => ({ ...error, kind: 'unknown' })),
  ),
  telling(
    'job.field.error-kind.of-code',
    'payment',
    'tells unpaid endpoints as terminal in jobs',
    state('failed'),
    inError((error) => (error.code === 'provider_payment_required' ? { ...error, kind: 'terminal' } : error)),
  ),
  telling(
    'job.field.error-kind.of-code',
    'timeout',
    'tells timeouts as unavailable in jobs',
    state('failed'),
    inError((error) => (String(error.code).endsWith('_timeout') ? { ...error, kind: 'unavailable' } : error)),
  ),
  telling(
    'job.field.error-kind.of-code',
    'unauthorized',
    'tells refused gateways as unavailable in jobs',
    state('failed'),
    inError((error) => (error.code === 'provider_unauthorized' ? { ...error, kind: 'unavailable' } : error)),
  ),
  telling(
    'job.field.error-kind.of-code',
    'moderation',
    'tells refused content as unavailable in jobs',
    state('failed'),
    inError((error) => (error.code === 'moderation_refused' ? { ...error, kind: 'unavailable' } : error)),
  ),
  telling(
    'version.price.job',
    'fallback',
    'tells no price version with the cost of jobs that a fallback model has served',
    both(state('succeeded'), ({ job }) => job.model !== job.requestedModel),
    (told) => {
      const usage = told.usage as JsonObject;
      return { ...told, usage: { ...usage, cost: without(usage.cost as JsonObject, 'price_version') } };
    },
  ),
  telling(
    'job.field.svc-metadata-generation-id.equal',
    'job',
    'tells the job as the generation in the metadata',
    () => true,
    (told) => inMetadata((notes) => ({ ...notes, generation_id: told.id }))(told, undefined as never),
  ),
];
