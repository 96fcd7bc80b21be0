import { append, drop, edit, replace, retype, set } from '../../edits/fields.ts';
import { copy, unixSeconds, unzoned } from '../../edits/times.ts';
import { inJobs } from '../../operators/edit-messages.ts';
import { rows } from '../../rows.ts';
import { failedWith } from '../../scopes/jobs.ts';

const upperCase = (path: string) => edit(path, 'in upper case', (text) => String(text).toUpperCase());
const asDate = (words: string, change: (date: Date) => unknown) =>
  edit('created_at', words, (time) => change(new Date(String(time))));

const common = rows('job.field', {
  'id.present': inJobs(drop('id')),
  'id.type': inJobs(retype('id', 'number')),
  'generation-id.present': inJobs(drop('generation_id')),
  'generation-id.present:failed': inJobs(drop('generation_id'), 'failed'),
  'generation-id.present:canceled': inJobs(drop('generation_id'), 'canceled'),
  'generation-id.type': inJobs(retype('generation_id', 'number')),
  'object.present': inJobs(drop('object')),
  'object.present:cancel': inJobs(drop('object'), 'cancel'),
  'object.value': inJobs(set('object', 'task')),
  'object.value:transcription': inJobs(set('object', 'transcription.job'), 'transcription'),
  'state.present': inJobs(drop('state')),
  'state.known': inJobs(set('state', 'running'), 'processing'),
  'state.known:cancelled': inJobs(set('state', 'cancelled'), 'canceled'),
  'state.known:completed': inJobs(set('state', 'completed'), 'succeeded'),
  'state.known:canceling': inJobs(set('state', 'canceling'), 'cancel'),
  'state.known:error': inJobs(set('state', 'error'), 'failed'),
  'state.known:capital': inJobs(upperCase('state'), 'submission'),
  'modality.present': inJobs(drop('modality')),
  'modality.present:canceled': inJobs(drop('modality'), 'canceled'),
  'modality.type': inJobs(retype('modality', 'list')),
  'model.present': inJobs(drop('model')),
  'model.present:queued': inJobs(set('model', null), 'unended'),
  'model.present:failed': inJobs(drop('model'), 'failed'),
  'model.type': inJobs(retype('model', 'object')),
  'created-at.present': inJobs(drop('created_at')),
  'created-at.present:cancel': inJobs(drop('created_at'), 'cancel'),
  'created-at.type': inJobs(unixSeconds('created_at')),
  'created-at.type:naive': inJobs(unzoned('created_at')),
  'created-at.type:milliseconds': inJobs(asDate('in milliseconds', (date) => date.getTime())),
  'created-at.type:http': inJobs(asDate('as an HTTP date', (date) => date.toUTCString())),
  'created-at.type:date': inJobs(asDate('as a day', (date) => date.toISOString().slice(0, 10))),
  'started-at.type': inJobs(unixSeconds('started_at')),
  'started-at.type:transcription': inJobs(unzoned('started_at'), 'transcription'),
  'completed-at.type': inJobs(unzoned('completed_at')),
  'completed-at.type:empty': inJobs(set('completed_at', ''), 'unended'),
  'progress.present': inJobs(set('progress', null)),
  'progress.present:failed': inJobs(drop('progress'), 'failed'),
  'progress.present:canceled': inJobs(drop('progress'), 'canceled'),
  'progress.present:final': inJobs(drop('progress'), 'ended'),
  'progress.present:queued': inJobs(set('progress', null), 'submission'),
  'progress.type': inJobs(retype('progress', 'number')),
  'progress-percent.present': inJobs(drop('progress.percent')),
  'progress-percent.type': inJobs(replace('progress.percent', '50%')),
  'progress-percent.type:final': inJobs(replace('progress.percent', '100'), 'succeeded'),
  'progress-phase.present': inJobs(drop('progress.phase')),
  'progress-phase.type': inJobs(retype('progress.phase', 'number')),
  'progress-queue-position.type': inJobs(replace('progress.queue_position', 'first')),
  'retry-of.type': inJobs(retype('retry_of', 'list')),
});

const output = rows('job.field', {
  'output.type': inJobs(retype('output', 'object')),
  'output.type:text': inJobs(replace('output', 'the text'), 'transcription'),
  'output.type:urls': inJobs(
    edit('output', 'as a list of links', (items) => (items as readonly { url: unknown }[]).map(({ url }) => url)),
  ),
  'output-url.type': inJobs(retype('output[].url', 'object')),
  'output-url.type:empty': inJobs(replace('output[].url', '')),
  'output-url-expires-at.type': inJobs(unixSeconds('output[].url_expires_at')),
  'output-url-expires-at.type:seconds': inJobs(replace('output[].url_expires_at', 3600)),
  'output-type.type': inJobs(retype('output[].type', 'list')),
  'output-bytes.type': inJobs(retype('output[].bytes', 'text')),
  'output-bytes.type:negative': inJobs(replace('output[].bytes', -1)),
  'output-checksum-sha256.type': inJobs(retype('output[].checksum_sha256', 'object')),
  'output-purged-at.type': inJobs(set('output[].purged_at', false)),
  'output-purged-at.type:empty': inJobs(set('output[].purged_at', '')),
});

const usage = rows('job.field', {
  'usage.type': inJobs(retype('usage', 'number')),
  'usage-units.type': inJobs(retype('usage.units', 'number')),
  'usage-units.value-type': inJobs(set('usage.units', { images: '1' })),
  'usage-units.value-type:transcription': inJobs(set('usage.units', { seconds: '12.5' }), 'transcription'),
  'usage-cost.type': inJobs(retype('usage.cost', 'number')),
  'usage-cost-billing-usd.type': inJobs(retype('usage.cost.billing_usd', 'text')),
  'usage-cost-billing-usd.type:amount': inJobs(replace('usage.cost.billing_usd', { amount: 1, currency: 'USD' })),
  'usage-cost-cost-source.type': inJobs(retype('usage.cost.cost_source', 'number')),
  'usage-cost-cost-status.type': inJobs(replace('usage.cost.cost_status', true)),
  'usage-cost-price-version.type': inJobs(retype('usage.cost.price_version', 'number')),
});

const otherKind = edit('error.kind', 'as "terminal", or "unknown" where it is that', (kind) =>
  kind === 'terminal' ? 'unknown' : 'terminal',
);
const unavailable = replace('error.kind', 'unavailable');

const errors = rows('job.field', {
  'error.type': inJobs(retype('error', 'text')),
  'error.type:list': inJobs(retype('error', 'list')),
  'error-code.present': inJobs(drop('error.code')),
  'error-code.present:nested': inJobs(edit('error', 'as an envelope', (error) => ({ error }))),
  'error-code.known': inJobs(replace('error.code', 'job_failed')),
  'error-code.known:upper': inJobs(upperCase('error.code')),
  'error-code.known:status': inJobs(replace('error.code', '502')),
  'error-code.known:transcription': inJobs(replace('error.code', 'transcription_failed'), 'transcription'),
  'error-code.known:limited': inJobs(replace('error.code', 'provider_rate_limited'), failedWith('rate_limited')),
  'error-message.present': inJobs(replace('error.message', '')),
  'error-message.present:absent': inJobs(drop('error.message')),
  'error-message.present:transcription': inJobs(drop('error.message'), 'transcription'),
  'error-kind.type': inJobs(retype('error.kind', 'number')),
  'error-kind.of-code': inJobs(otherKind),
  'error-kind.of-code:unknown': inJobs(replace('error.kind', 'unknown')),
  'error-kind.of-code:payment': inJobs(replace('error.kind', 'terminal'), failedWith('provider_payment_required')),
  'error-kind.of-code:timeout': inJobs(unavailable, failedWith('upstream_timeout', 'request_timeout')),
  'error-kind.of-code:unauthorized': inJobs(unavailable, failedWith('provider_unauthorized')),
  'error-kind.of-code:moderation': inJobs(unavailable, failedWith('moderation_refused')),
  'error-scope.type': inJobs(set('error.scope', ['route'])),
});

const metadata = rows('job.field', {
  'svc-metadata.present': inJobs(drop('*_metadata')),
  'svc-metadata.present:read': inJobs(drop('*_metadata'), 'read'),
  'svc-metadata.present:cancel': inJobs(drop('*_metadata'), 'cancel'),
  'svc-metadata.type': inJobs(retype('*_metadata', 'text')),
  'svc-metadata-generation-id.type': inJobs(retype('*_metadata.generation_id', 'number')),
  'svc-metadata-generation-id.equal': inJobs(append('*_metadata.generation_id', '0')),
  'svc-metadata-generation-id.equal:job': inJobs(copy('*_metadata.generation_id', 'id')),
  'svc-metadata-requested-model.type': inJobs(retype('*_metadata.requested_model', 'list')),
  'svc-metadata-retention-class.type': inJobs(retype('*_metadata.retention_class', 'number')),
  'svc-metadata-region.type': inJobs(retype('*_metadata.region', 'object')),
  'svc-metadata-policy.type': inJobs(retype('*_metadata.policy', 'text')),
  'svc-metadata-policy.type:object': inJobs(retype('*_metadata.policy', 'object')),
  'svc-metadata-policy.type:items': inJobs(replace('*_metadata.policy', [1])),
});

/** The fields of a Job. */
export const jobFields = [...common, ...output, ...usage, ...errors, ...metadata];
